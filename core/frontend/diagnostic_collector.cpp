// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/diagnostic_collector.h"

#include <clang/Lex/Lexer.h>
#include <llvm/ADT/SmallString.h>

namespace clv::frontend {

namespace {

Severity severityOf(clang::DiagnosticsEngine::Level level)
{
    switch (level) {
    case clang::DiagnosticsEngine::Fatal:
    case clang::DiagnosticsEngine::Error: return Severity::Error;
    case clang::DiagnosticsEngine::Warning: return Severity::Warning;
    case clang::DiagnosticsEngine::Note:
    case clang::DiagnosticsEngine::Remark: return Severity::Note;
    case clang::DiagnosticsEngine::Ignored: break;
    }
    return Severity::Unknown;
}

} // namespace

SourceLocation placeOf(clang::SourceLocation location, const clang::SourceManager &sources)
{
    if (location.isInvalid())
        return {};
    const auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(location));
    SourceLocation place;
    bool invalid = false;
    place.line = sources.getLineNumber(file, offset, &invalid);
    if (invalid)
        return {};
    place.column = sources.getColumnNumber(file, offset);
    if (file == sources.getMainFileID())
        return place;
    if (const auto entry = sources.getFileEntryRefForID(file)) {
        place.file = entry->getName().str();
        return place;
    }
    // Places in "<built-in>" and "<command line>" are none that a user can go to.
    return {};
}

void DiagnosticCollector::addRange(const clang::Diagnostic &info, Diagnostic &diagnostic) const
{
    const clang::SourceManager &sources = info.getSourceManager();
    for (const clang::CharSourceRange &range : info.getRanges()) {
        if (!range.isValid() || !m_language)
            continue;
        const clang::CharSourceRange inFile = clang::Lexer::makeFileCharRange(range, sources, *m_language);
        if (!inFile.isValid())
            continue;
        const SourceLocation end = placeOf(inFile.getEnd(), sources);
        if (end.file == diagnostic.where.file && end > diagnostic.where &&
            (!diagnostic.end.isKnown() || end > diagnostic.end))
            diagnostic.end = end;
    }
    if (!diagnostic.end.isKnown() && diagnostic.where.isKnown() && m_language) {
        const unsigned length =
            clang::Lexer::MeasureTokenLength(sources.getFileLoc(info.getLocation()), sources, *m_language);
        if (length > 0) {
            diagnostic.end = diagnostic.where;
            diagnostic.end.column += length;
        }
    }
}

void DiagnosticCollector::addFixIts(const clang::Diagnostic &info, Diagnostic &diagnostic) const
{
    const clang::SourceManager &sources = info.getSourceManager();
    for (const clang::FixItHint &hint : info.getFixItHints()) {
        if (hint.isNull() || !m_language)
            continue;
        const clang::CharSourceRange range = clang::Lexer::makeFileCharRange(hint.RemoveRange, sources, *m_language);
        // A fix inside a macro cannot be applied to the text.
        if (range.isInvalid())
            continue;
        diagnostic.fixIts.push_back(
            {{placeOf(range.getBegin(), sources), placeOf(range.getEnd(), sources)}, hint.CodeToInsert});
    }
}

void DiagnosticCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info)
{
    DiagnosticConsumer::HandleDiagnostic(level, info);
    Diagnostic diagnostic;
    diagnostic.severity = severityOf(level);
    llvm::SmallString<128> message;
    info.FormatDiagnostic(message);
    diagnostic.message = message.str().str();
    if (info.hasSourceManager() && info.getLocation().isValid()) {
        diagnostic.where = placeOf(info.getLocation(), info.getSourceManager());
        addRange(info, diagnostic);
        addFixIts(info, diagnostic);
    }
    // A note without a place only says that something came from the default header.
    if (diagnostic.severity != Severity::Note || diagnostic.where.isKnown())
        m_diagnostics.push_back(std::move(diagnostic));
}

} // namespace clv::frontend
