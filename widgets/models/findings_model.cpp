// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/findings_model.h"

#include "widgets/models/format.h"
#include "widgets/models/roles.h"
#include "widgets/session/text.h"

#include <algorithm>

namespace clv::models {

void FindingsModel::set(const StudyResult &latest)
{
    beginResetModel();
    m_rows.clear();
    for (const Diagnostic &d : latest.diagnostics) {
        Finding row;
        row.severity = d.severity;
        row.id = "compiler";
        row.where = d.where;
        row.message = d.message;
        if (!d.fixIts.empty())
            row.hint = utf8(tr("Replace with '%1'").arg(qtext(d.fixIts.front().replacement)));
        m_rows.push_back(std::move(row));
    }
    if (latest.memory)
        m_rows.insert(m_rows.end(), latest.memory->findings.begin(), latest.memory->findings.end());
    for (const std::string &problem : latest.problems) {
        Finding row;
        row.severity = Severity::Warning;
        row.id = "study";
        row.message = problem;
        m_rows.push_back(std::move(row));
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Finding &a, const Finding &b) {
        return a.severity != b.severity ? a.severity > b.severity : a.where.line < b.where.line;
    });
    endResetModel();
}

int FindingsModel::countOf(Severity atLeast) const
{
    return static_cast<int>(
        std::count_if(m_rows.begin(), m_rows.end(), [=](const Finding &f) { return f.severity >= atLeast; }));
}

int FindingsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int FindingsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FindingsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Finding &row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == SeverityRole)
        return static_cast<int>(row.severity);
    if (role == LineRole)
        return row.where.file.empty() ? row.where.line : 0U;
    if (role == Qt::ToolTipRole)
        return row.hint.empty() ? qtext(row.message) : qtext(row.message) + u'\n' + qtext(row.hint);
    if (role == Qt::TextAlignmentRole && index.column() == Line)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == SortRole && index.column() == Kind)
        return -static_cast<int>(row.severity);
    if (role == SortRole && index.column() == Line)
        return row.where.line;
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    switch (index.column()) {
    case Kind:
        return row.severity == Severity::Error     ? tr("Error")
               : row.severity == Severity::Warning ? tr("Warning")
                                                   : tr("Note");
    case Line: return row.where.isKnown() ? QString::number(row.where.line) : QString();
    case Message: return qtext(row.message);
    case Hint: return qtext(row.hint);
    default: return {};
    }
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == Line ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Kind: return tr("Kind");
    case Line: return tr("Line");
    case Message: return tr("Finding");
    case Hint: return tr("What to change");
    default: return {};
    }
}

} // namespace clv::models
