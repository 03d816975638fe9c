// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/unit_facts.h"

#include <algorithm>

namespace clv::frontend {

namespace {

Severity severityOf(CXDiagnosticSeverity severity)
{
    switch (severity) {
    case CXDiagnostic_Fatal:
    case CXDiagnostic_Error: return Severity::Error;
    case CXDiagnostic_Warning: return Severity::Warning;
    case CXDiagnostic_Note: return Severity::Note;
    case CXDiagnostic_Ignored: break;
    }
    return Severity::Unknown;
}

class DiagnosticReader {
public:
    DiagnosticReader(CXTranslationUnit unit, const std::string &mainFile) : m_unit(unit), m_mainFile(mainFile) {}

    void add(CXDiagnostic from)
    {
        Diagnostic diagnostic;
        diagnostic.severity = severityOf(clang_getDiagnosticSeverity(from));
        diagnostic.message = textOf(clang_getDiagnosticSpelling(from));
        diagnostic.where = placeOf(clang_getDiagnosticLocation(from), m_mainFile);
        const bool isMissingFile = diagnostic.message.ends_with("' file not found");
        // What follows from a missing file is not worth saying; the next missing file is.
        if (m_isBroken && !isMissingFile)
            return;
        m_isBroken = m_isBroken || isMissingFile;
        addRange(from, diagnostic);
        addFixIts(from, diagnostic);
        if (isWorthKeeping(diagnostic))
            list.push_back(std::move(diagnostic));
        addNotes(from);
    }

    std::vector<Diagnostic> list;

private:
    /// A note without a place only says that something came from the default header; the way into a macro or a header
    /// is drawn by libclang as notes, and the compiler has none of these.
    static bool isWorthKeeping(const Diagnostic &d)
    {
        return d.severity != Severity::Note || (d.where.isKnown() && !d.message.starts_with("in file included from ") &&
                                                !d.message.starts_with("expanded from "));
    }

    void addNotes(CXDiagnostic from)
    {
        const CXDiagnosticSet notes = clang_getChildDiagnostics(from); // owned by `from`
        for (unsigned i = 0, n = clang_getNumDiagnosticsInSet(notes); i < n; ++i) {
            const CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
            add(note);
            clang_disposeDiagnostic(note);
        }
    }

    void extend(Diagnostic &diagnostic, CXSourceRange range) const
    {
        const SourceLocation end = placeOf(clang_getRangeEnd(range), m_mainFile);
        if (end.file == diagnostic.where.file && end > diagnostic.where &&
            (!diagnostic.end.isKnown() || end > diagnostic.end))
            diagnostic.end = end;
    }

    void addRange(CXDiagnostic from, Diagnostic &diagnostic) const
    {
        if (!diagnostic.where.isKnown())
            return;
        for (unsigned i = 0, n = clang_getDiagnosticNumRanges(from); i < n; ++i)
            extend(diagnostic, clang_getDiagnosticRange(from, i));
        if (diagnostic.end.isKnown())
            return;
        // Without a range, the token at the place: libclang reads one at a place in a file only.
        CXFile file = nullptr;
        unsigned line = 0, column = 0;
        clang_getFileLocation(clang_getDiagnosticLocation(from), &file, &line, &column, nullptr);
        CXToken *token = clang_getToken(m_unit, clang_getLocation(m_unit, file, line, column));
        if (!token)
            return;
        // Across blanks, libclang finds the next token: no part of what is wrong.
        const CXSourceRange extent = clang_getTokenExtent(m_unit, *token);
        if (placeOf(clang_getRangeStart(extent), m_mainFile) == diagnostic.where)
            extend(diagnostic, extent);
        clang_disposeTokens(m_unit, token, 1);
    }

    void addFixIts(CXDiagnostic from, Diagnostic &diagnostic) const
    {
        for (unsigned i = 0, n = clang_getDiagnosticNumFixIts(from); i < n; ++i) {
            CXSourceRange range{};
            std::string replacement = textOf(clang_getDiagnosticFixIt(from, i, &range));
            SourceRange place{placeOf(clang_getRangeStart(range), m_mainFile),
                              placeOf(clang_getRangeEnd(range), m_mainFile)};
            if (place.begin.isKnown() && place.end.isKnown() && place.begin <= place.end)
                diagnostic.fixIts.push_back({std::move(place), std::move(replacement)});
        }
    }

    CXTranslationUnit m_unit;
    const std::string &m_mainFile;
    bool m_isBroken = false;
};

struct Inclusions {
    CXTranslationUnit unit;
    const std::string *mainFile;
    std::vector<std::string> files;
};

void addInclusion(CXFile file, CXSourceLocation *, unsigned depth, CXClientData data)
{
    auto &inclusions = *static_cast<Inclusions *>(data);
    if (depth == 0 || clang_Location_isInSystemHeader(clang_getLocationForOffset(inclusions.unit, file, 0)) != 0)
        return;
    std::string name = textOf(clang_getFileName(file));
    if (name != *inclusions.mainFile &&
        std::find(inclusions.files.begin(), inclusions.files.end(), name) == inclusions.files.end())
        inclusions.files.push_back(std::move(name));
}

} // namespace

SourceLocation placeOf(CXSourceLocation location, const std::string &mainFile)
{
    CXFile file = nullptr;
    unsigned line = 0, column = 0;
    clang_getFileLocation(location, &file, &line, &column, nullptr);
    if (!file)
        return {};
    SourceLocation place;
    place.file = textOf(clang_getFileName(file));
    // Places in "<built-in>" and "<command line>" are none that a user can go to.
    if (place.file.starts_with('<'))
        return {};
    if (place.file == mainFile)
        place.file.clear();
    place.line = line;
    place.column = column;
    return place;
}

std::vector<Diagnostic> diagnosticsOf(CXTranslationUnit unit, const std::string &mainFile)
{
    DiagnosticReader reader(unit, mainFile);
    for (unsigned i = 0, n = clang_getNumDiagnostics(unit); i < n; ++i) {
        const CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        reader.add(diagnostic);
        clang_disposeDiagnostic(diagnostic);
    }
    return std::move(reader.list);
}

std::vector<std::string> includedFilesOf(CXTranslationUnit unit, const std::string &mainFile)
{
    Inclusions inclusions{unit, &mainFile, {}};
    clang_getInclusions(unit, addInclusion, &inclusions);
    return std::move(inclusions.files);
}

} // namespace clv::frontend
