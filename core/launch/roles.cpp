// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/roles.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace clv::launch {
namespace {

using Words = std::vector<std::string>;

std::string folded(const std::string &name)
{
    std::string text;
    for (const char c : name)
        if (c != '_')
            text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

bool isOneOf(const std::string &text, const std::set<std::string> &words)
{
    return words.contains(text);
}

bool endsWithWord(const Words &words, const std::set<std::string> &endings)
{
    return !words.empty() && endings.contains(words.back());
}

ScalarRole roleOfInteger(const std::string &name, const std::set<std::string> &allNames, bool isOneDimensional)
{
    const std::string text = folded(name);
    const Words words = wordsOf(name);
    const auto has = [&](const std::string &other) { return allNames.contains(other); };
    if (isOneOf(text, {"localsize", "groupsize", "workgroupsize", "blocksize", "tilesize", "tile", "lsize"}))
        return ScalarRole::LocalSize;
    if (isOneOf(text, {"offset", "first", "start", "begin", "base", "level", "depth", "curlevel", "currentlevel",
                       "pass", "shift", "lo", "low", "from", "inverse", "dir", "startbit", "row", "col"}) ||
        endsWithWord(words, {"offset", "start", "level", "begin"}))
        return text == "depth" && has("width") && has("height") ? ScalarRole::Depth : ScalarRole::Zero;
    if (isOneOf(text,
                {"width", "w", "cols", "columns", "ncols", "numcols", "nx", "dimx", "xdim", "sizex", "numcolumns"}) ||
        endsWithWord(words, {"width", "cols", "columns"}))
        return ScalarRole::Width;
    if (isOneOf(text, {"height", "h", "rows", "nrows", "numrows", "ny", "dimy", "ydim", "sizey"}) ||
        endsWithWord(words, {"height", "rows"}))
        return ScalarRole::Height;
    if (isOneOf(text, {"nz", "dimz", "zdim", "sizez", "slices", "planes"}))
        return ScalarRole::Depth;
    if (text == "m")
        return has("n") ? ScalarRole::MatrixM : ScalarRole::Size;
    if (text == "k" && (has("m") || has("n")))
        return ScalarRole::MatrixK;
    if (isOneOf(text, {"pitch", "stride", "ld", "lda", "ldb", "ldc", "rowstride", "rowpitch"}) ||
        endsWithWord(words, {"pitch", "stride"}))
        return isOneDimensional ? ScalarRole::One : ScalarRole::Pitch;
    if (isOneOf(text, {"inc", "incx", "incy", "stage", "phase", "one"}))
        return ScalarRole::One;
    if (isOneOf(text, {"radius", "halo", "r", "border", "halfwidth"}) || endsWithWord(words, {"radius", "halo"}))
        return ScalarRole::Radius;
    if (isOneOf(text,
                {"taps", "ntaps", "numtaps", "filtersize", "filterlength", "kernelsize", "masksize", "filterwidth"}))
        return ScalarRole::Taps;
    if (hasStem(name, {"bin", "bucket"}) || isOneOf(text, {"nbins", "nbuckets"}))
        return ScalarRole::Bins;
    if (hasStem(name, {"iter", "step", "round", "sweep", "repeat"}) ||
        isOneOf(text, {"maxiter", "niter", "nsteps", "numsteps", "nrounds", "limit"}))
        return ScalarRole::Iterations;
    if (isOneOf(text, {"last", "lastindex", "maxindex"}))
        return ScalarRole::Last;
    if (hasStem(name, {"seed"}) && !isOneOf(text, {"nseeds", "numseeds", "seedcount"}))
        return ScalarRole::Seed;
    if (isOneOf(text, {"n", "size", "count", "len", "length", "num", "total", "elements", "items", "vertices", "nodes",
                       "points", "bodies", "particles", "end", "dim", "order"}) ||
        endsWithWord(words, {"count", "size", "len", "length", "num", "total", "n"}) ||
        (words.size() > 1 && isOneOf(words.front(), {"n", "num", "nb", "no", "number", "total"})) ||
        (text.size() > 4 && text.front() == 'n' && text.back() == 's'))
        return ScalarRole::Size;
    return ScalarRole::Other;
}

BufferRole roleOfBuffer(const KernelArgument &argument, bool hasConstBuffer)
{
    const std::string text = folded(argument.name);
    const bool isWhole = argument.element.scalar != ScalarType::None && !isFloating(argument.element.scalar);
    const bool isIndexable = isWhole && argument.element.width == 1 && byteSize(argument.element.scalar) >= 2;
    const bool isReadOnly = argument.isConst || argument.kind == ArgumentKind::ConstantBuffer;
    const bool isWide = isIndexable && byteSize(argument.element.scalar) >= 4; // smaller ones cannot count entries
    if (isWide && isReadOnly) {
        if (isOneOf(text, {"rowptr", "rowptrs",       "rowpointers", "rowoffsets", "rowoffset", "offsets",
                           "indptr", "ptr",           "ia",          "rowstart",   "rowstarts", "rowdelimiters",
                           "first",  "xadj",          "starts",      "ap",         "rowbegin",  "edgeoffsets",
                           "adjptr", "vertexoffsets", "nodeoffsets", "rows",       "rowptrsa",  "begin"}))
            return BufferRole::RowPointers;
        const bool isColour = hasStem(argument.name, {"color", "colour"});
        if ((hasStem(argument.name, {"col"}) && !isColour) ||
            hasStem(argument.name, {"edge", "adj", "neighbor", "neighbour", "target", "dest"}) ||
            isOneOf(text, {"ja", "aj", "colidx", "colind"}))
            return BufferRole::Columns;
    }
    if (isIndexable && isReadOnly) {
        if (hasStem(argument.name, {"idx", "ind", "perm", "map", "gather", "scatter", "lookup", "order"}))
            return BufferRole::Index;
    }
    if (hasStem(argument.name, {"hist", "bin", "bucket"}) && isWhole)
        return BufferRole::Bins;
    if (isWhole && hasStem(argument.name, {"frontier", "mask", "active", "visited", "flags"}))
        return BufferRole::Flags;
    if (isWhole && hasStem(argument.name, {"level", "dist", "depth", "cost"}))
        return BufferRole::Levels;
    if (isWhole && !isReadOnly &&
        isOneOf(text, {"again", "changed", "stop", "over", "done", "flag", "count", "counter", "next", "head", "tail",
                       "total", "found", "finished", "more", "size", "num", "gstop", "top"}))
        return BufferRole::Counter;
    if (argument.kind == ArgumentKind::ConstantBuffer)
        return hasStem(argument.name, {"filter", "coef", "coeff", "kernel", "mask", "weight", "tap", "stencil"})
                   ? BufferRole::Filter
                   : BufferRole::Table;
    if (isReadOnly && hasStem(argument.name, {"filter", "coef", "taps"}))
        return BufferRole::Filter;
    if (isReadOnly && hasStem(argument.name, {"lut", "table", "curve", "palette"}))
        return BufferRole::Table;
    if (!isReadOnly && hasStem(argument.name, {"part", "block", "group"}))
        return BufferRole::Partials;
    if (isReadOnly)
        return BufferRole::Data;
    // A kernel without read-only buffers works in place: what it writes it also reads, unless the name says otherwise.
    const bool isNamedOutput = hasStem(argument.name, {"out", "dst", "dest", "res", "iters", "log"});
    return hasConstBuffer || isNamedOutput ? BufferRole::Output : BufferRole::Data;
}

bool isBuffer(const KernelArgument &argument)
{
    return argument.kind == ArgumentKind::GlobalBuffer || argument.kind == ArgumentKind::ConstantBuffer;
}

/// A read-only buffer of numbers beside row pointers and columns, named like the entries of a matrix.
void findEntries(const KernelSignature &signature, RoleNames &roles)
{
    if (!roles.first(BufferRole::RowPointers) || !roles.first(BufferRole::Columns))
        return;
    for (auto &[name, role] : roles.buffers) {
        const KernelArgument *argument = signature.argument(name);
        if (role != BufferRole::Data || argument == nullptr || !argument->isConst)
            continue;
        if (hasStem(name, {"val", "data", "weight", "elem", "entr", "nz", "coef"}) || folded(name) == "a")
            role = BufferRole::Entries;
    }
}

} // namespace

std::optional<std::string> RoleNames::first(ScalarRole role) const
{
    const auto it = std::ranges::find(scalars, role, &std::pair<std::string, ScalarRole>::second);
    return it == scalars.end() ? std::nullopt : std::optional(it->first);
}

std::optional<std::string> RoleNames::first(BufferRole role) const
{
    const auto it = std::ranges::find(buffers, role, &std::pair<std::string, BufferRole>::second);
    return it == buffers.end() ? std::nullopt : std::optional(it->first);
}

std::vector<std::string> wordsOf(const std::string &name)
{
    Words words;
    bool isNew = true;
    char previous = ' ';
    for (const char c : name) {
        const auto letter = static_cast<unsigned char>(c);
        if (c == '_' || std::isdigit(letter)) {
            isNew = true;
        } else {
            if (isNew || (std::isupper(letter) && !std::isupper(static_cast<unsigned char>(previous))))
                words.emplace_back();
            words.back() += static_cast<char>(std::tolower(letter));
            isNew = false;
        }
        previous = c;
    }
    return words;
}

bool hasStem(const std::string &name, const std::vector<std::string> &stems)
{
    for (const std::string &word : wordsOf(name))
        for (const std::string &stem : stems)
            if (word.starts_with(stem))
                return true;
    return false;
}

RoleNames rolesOf(const KernelSignature &signature)
{
    RoleNames roles;
    std::set<std::string> names;
    bool hasConstBuffer = false;
    for (const KernelArgument &argument : signature.arguments) {
        if (argument.kind == ArgumentKind::Scalar)
            names.insert(folded(argument.name));
        if (isBuffer(argument) && argument.kind == ArgumentKind::GlobalBuffer && argument.isConst)
            hasConstBuffer = true;
    }
    for (const KernelArgument &argument : signature.arguments) {
        const bool isInteger = argument.kind == ArgumentKind::Scalar && argument.element.scalar != ScalarType::None &&
                               !isFloating(argument.element.scalar) && argument.element.width == 1;
        if (isInteger)
            roles.scalars.emplace_back(argument.name,
                                       roleOfInteger(argument.name, names, signature.workDimQueried <= 1));
        if (isBuffer(argument))
            roles.buffers.emplace_back(argument.name, roleOfBuffer(argument, hasConstBuffer));
    }
    findEntries(signature, roles);
    return roles;
}

} // namespace clv::launch
