// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_source.h"
#include "widgets/editor/editor_pane.h"
#include "widgets/editor/find_bar.h"
#include "widgets/editor/line_notes.h"
#include "widgets/editor/opencl_words.h"
#include "widgets/editor/source_editor_p.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include <ctime>

namespace clv::editor {

using namespace Qt::StringLiterals;

class EditorProbe {
public:
    explicit EditorProbe(SourceEditor &editor) : m_impl(*editor.m_impl) {}
    [[nodiscard]] std::map<int, LineNote> &notes() { return m_impl.notes; }
    [[nodiscard]] const std::map<int, double> &shares() { return m_impl.shares; }
    [[nodiscard]] QRectF noteRect(int line)
    {
        return m_impl.noteRect(line, m_impl.notes.at(line), QFontMetricsF(m_impl.noteFont(), m_impl.q));
    }
    [[nodiscard]] QString toolTipAt(QPoint p) { return m_impl.toolTipAt(p); }

private:
    SourceEditor::Impl &m_impl;
};

namespace {

int styleAt(SourceEditor &e, const char *token)
{
    e.SendScintilla(QsciScintillaBase::SCI_COLOURISE, 0UL, -1L);
    const auto at = e.source().indexOf(token);
    EXPECT_GE(at, 0) << token;
    return static_cast<int>(e.SendScintilla(QsciScintillaBase::SCI_GETSTYLEAT, static_cast<unsigned long>(at)) & 0xFF);
}

/// Text under an indicator, as "from-to" joined by blanks.
QByteArray underlined(SourceEditor &e, int indicator)
{
    QByteArray all;
    const QByteArray text = e.source();
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (e.SendScintilla(QsciScintillaBase::SCI_INDICATORVALUEAT, static_cast<unsigned long>(indicator),
                            static_cast<long>(at)) != 0)
            all += text[at];
    }
    return all;
}

constexpr int kError = 8, kWarning = 9;

Diagnostic at(Severity severity, unsigned line, unsigned column, unsigned endColumn = 0)
{
    Diagnostic d{severity, {{}, line, column}, {}, "message", {}};
    if (endColumn > 0)
        d.end = {{}, line, endColumn};
    return d;
}

double cpuMs(std::clock_t since)
{
    return 1000.0 * static_cast<double>(std::clock() - since) / CLOCKS_PER_SEC;
}

QByteArray manyLines(int count)
{
    QByteArray text = "__kernel void k(__global float *a)\n{\n";
    for (int i = 0; i < count; ++i)
        text += "    a[" + QByteArray::number(i) + "] = native_sin(a[get_global_id(0)] * 0.5f); // step\n";
    return text + "}\n";
}

QByteArray oneLongLine()
{
    QByteArray text = "__kernel void k(__global int *a, __global int *b){int i=get_global_id(0);";
    while (text.size() < 85000)
        text += "if(a[i]>" + QByteArray::number(text.size()) + ")b[i]+=a[i]*3;";
    return text + "}";
}

} // namespace

// ---- Bytes

TEST(SourceEditorTest, EveryByteSurvives)
{
    SourceEditor e;
    const QByteArray texts[] = {"",
                                "a",
                                "a\r\nb\nc\rd",
                                "\r\n\r\n",
                                "no end",
                                QByteArray("nul\0in\nthe middle\0", 20),
                                "\xEF\xBB\xBF// mark\r\nkernel\tvoid k() {}",
                                "latin \xE9\xFC\n",
                                "µs → \xF0\x9F\x99\x82\n"};
    for (const QByteArray &text : texts) {
        e.setSource(text);
        EXPECT_EQ(e.source(), text);
        EXPECT_FALSE(e.isModified());
    }
}

TEST(SourceEditorTest, ColumnsCountFromAfterTheByteOrderMark)
{
    SourceEditor e;
    e.setSource("\xEF\xBB\xBFint x = 1\n");
    e.setDiagnostics({at(Severity::Error, 1, 5)});
    EXPECT_EQ(e.SendScintilla(QsciScintillaBase::SCI_INDICATORVALUEAT, 8UL, 4L), 1);
    EXPECT_EQ(e.SendScintilla(QsciScintillaBase::SCI_INDICATORVALUEAT, 8UL, 5L), 0);
}

TEST(SourceEditorTest, CarriageReturnsAloneEndLines)
{
    SourceEditor e;
    e.setSource("one\rtwo // x\rthree\r");
    EXPECT_EQ(e.lineCount(), 4);
}

TEST(SourceEditorTest, NewLinesFollowTheFile)
{
    SourceEditor e;
    e.setSource("a\r\nb\r\n");
    e.goToLine(1, 2);
    QTest::keyClick(&e, Qt::Key_Return);
    EXPECT_EQ(e.source(), "a\r\n\r\nb\r\n");
    e.setSource("a\nb\n");
    e.goToLine(1, 2);
    QTest::keyClick(&e, Qt::Key_Return);
    EXPECT_EQ(e.source(), "a\n\nb\n");
}

TEST(SourceEditorTest, SignalsTellWhoChangedTheText)
{
    SourceEditor e;
    QSignalSpy edited(&e, &SourceEditor::sourceEdited), modified(&e, &SourceEditor::modifiedChanged);
    e.setSource("abc\n");
    EXPECT_EQ(edited.count(), 0);
    EXPECT_EQ(modified.count(), 0);
    QTest::keyClicks(&e, u"x"_s);
    EXPECT_GE(edited.count(), 1);
    ASSERT_EQ(modified.count(), 1);
    EXPECT_TRUE(modified[0][0].toBool());
    e.setSaved();
    EXPECT_EQ(modified.count(), 2);
    e.undo();
    EXPECT_EQ(e.source(), "abc\n");
}

TEST(SourceEditorTest, ReplacedTextKeepsTheCursorAndIsOneUndoStep)
{
    SourceEditor e;
    e.setSource("one\ntwo\nthree\n");
    e.goToLine(3, 2);
    e.replaceSource("one\n2\nthree\n");
    EXPECT_EQ(e.source(), "one\n2\nthree\n");
    EXPECT_EQ(e.cursorLine(), 3);
    EXPECT_EQ(e.cursorColumn(), 2);
    e.undo();
    EXPECT_EQ(e.source(), "one\ntwo\nthree\n");
}

// ---- Lexer

TEST(LexerTest, WordsOfOpenClHaveTheirStyles)
{
    SourceEditor e;
    e.setSource(test::sampleKernel());
    EXPECT_EQ(styleAt(e, "__kernel"), OpenClLexer::Qualifier);
    EXPECT_EQ(styleAt(e, "__global const"), OpenClLexer::Qualifier);
    EXPECT_EQ(styleAt(e, "restrict"), OpenClLexer::Qualifier);
    EXPECT_EQ(styleAt(e, "uint rows"), OpenClLexer::Type);
    EXPECT_EQ(styleAt(e, "float4 unused"), OpenClLexer::Type);
    EXPECT_EQ(styleAt(e, "size_t"), OpenClLexer::Type);
    EXPECT_EQ(styleAt(e, "return"), OpenClLexer::Control);
    EXPECT_EQ(styleAt(e, "get_global_id"), OpenClLexer::BuiltinFunction);
    EXPECT_EQ(styleAt(e, "native_sqrt"), OpenClLexer::BuiltinFunction);
    EXPECT_EQ(styleAt(e, "CLK_LOCAL_MEM_FENCE"), OpenClLexer::Constant);
    EXPECT_EQ(styleAt(e, "0.5f"), QsciLexerCPP::Number);
    EXPECT_EQ(styleAt(e, "#ifndef"), QsciLexerCPP::PreProcessor);
    EXPECT_EQ(styleAt(e, "// y ="), QsciLexerCPP::CommentLine);
    EXPECT_EQ(styleAt(e, "Row r holds"), QsciLexerCPP::Comment);
    EXPECT_EQ(styleAt(e, "spmvScalar"), QsciLexerCPP::Identifier);
}

TEST(LexerTest, CodeUnderAnUnknownMacroIsNotGreyed)
{
    SourceEditor e;
    e.setSource("#ifdef TILE\nfloat live;\n#endif\n");
    EXPECT_EQ(styleAt(e, "float"), OpenClLexer::Type);
}

TEST(LexerTest, BuiltinsCanBeReplaced)
{
    SourceEditor e;
    e.setSource("own_function(1); get_global_id(0);\n");
    e.setBuiltins({u"own_function"_s});
    EXPECT_EQ(styleAt(e, "own_function"), OpenClLexer::BuiltinFunction);
    EXPECT_EQ(styleAt(e, "get_global_id"), QsciLexerCPP::Identifier);
}

TEST(LexerTest, PrototypesAreKnown)
{
    EXPECT_EQ(builtinSignature(u"clamp"_s), u"gentype clamp(gentype x, gentype low, gentype high)"_s);
    EXPECT_EQ(builtinSignature(u"convert_int4_rte"_s), u"int4 convert_int4_rte(gentype x)"_s);
    EXPECT_TRUE(builtinSignature(u"no_such"_s).isEmpty());
    for (std::size_t i = 1; i < builtins().size(); ++i)
        EXPECT_LT(builtins()[i - 1].name, builtins()[i].name);
}

// ---- Diagnostics

TEST(DiagnosticsTest, UnderlineTheRangeOrTheWord)
{
    SourceEditor e;
    e.setSource("float a = bcd + 1;\n");
    e.setDiagnostics({at(Severity::Error, 1, 11)});
    EXPECT_EQ(underlined(e, kError), "bcd");
    e.setDiagnostics({at(Severity::Warning, 1, 1, 8)});
    EXPECT_EQ(underlined(e, kError), "");
    EXPECT_EQ(underlined(e, kWarning), "float a");
}

TEST(DiagnosticsTest, AMissingSemicolonShowsOnWhatIsBeforeIt)
{
    SourceEditor e;
    e.setSource("int a = 1\nint b;\n");
    e.setDiagnostics({at(Severity::Error, 1, 10)});
    EXPECT_EQ(underlined(e, kError), "1");
}

TEST(DiagnosticsTest, PlacesOutsideTheTextAreHarmless)
{
    SourceEditor e;
    e.setSource("int a;\n");
    Diagnostic other = at(Severity::Error, 1, 1);
    other.where.file = "other.h";
    e.setDiagnostics({at(Severity::Error, 99, 5), at(Severity::Error, 0, 0), other});
    EXPECT_EQ(underlined(e, kError), "");
    e.setDiagnostics({at(Severity::Error, 1, 0)}); // column unknown: the line
    EXPECT_EQ(underlined(e, kError), "int a;");
    e.setDiagnostics({at(Severity::Error, 1, 4000)});
    EXPECT_EQ(underlined(e, kError), ";");
    e.setSource("");
    e.setDiagnostics({at(Severity::Error, 1, 1)});
    EXPECT_FALSE(e.grab().isNull());
}

TEST(DiagnosticsTest, UnicodeColumnsAreBytes)
{
    SourceEditor e;
    e.setSource("/* \xC2\xB5s */ foo;\n"); // foo begins at byte column 11
    e.setDiagnostics({at(Severity::Error, 1, 11)});
    EXPECT_EQ(underlined(e, kError), "foo");
}

TEST(DiagnosticsTest, ToolTipSaysTheMessageWhereItIsUnderlined)
{
    SourceEditor e;
    e.resize(500, 200);
    e.setSource("float a = bcd + 1;\n");
    auto d = at(Severity::Error, 1, 11);
    d.message = "use of undeclared identifier 'bcd'";
    e.setDiagnostics({d});
    e.grab();
    const auto x = e.SendScintilla(QsciScintillaBase::SCI_POINTXFROMPOSITION, 0UL, 11L);
    EXPECT_EQ(EditorProbe(e).toolTipAt(QPoint(static_cast<int>(x), 8)), u"use of undeclared identifier 'bcd'"_s);
    const auto before = e.SendScintilla(QsciScintillaBase::SCI_POINTXFROMPOSITION, 0UL, 2L);
    EXPECT_EQ(EditorProbe(e).toolTipAt(QPoint(static_cast<int>(before), 8)), QString());
}

TEST(DiagnosticsTest, TextUnderTheLineComesAndGoes)
{
    SourceEditor e;
    e.setSource("int a\nint b;\n");
    e.setDiagnostics({at(Severity::Error, 1, 6)});
    EXPECT_EQ(e.SendScintilla(QsciScintillaBase::SCI_ANNOTATIONGETLINES, 0UL), 0);
    e.setDiagnosticTextVisible(true);
    EXPECT_EQ(e.SendScintilla(QsciScintillaBase::SCI_ANNOTATIONGETLINES, 0UL), 1);
    e.setDiagnostics({});
    EXPECT_EQ(e.SendScintilla(QsciScintillaBase::SCI_ANNOTATIONGETLINES, 0UL), 0);
}

// ---- Notes and heat

TEST(LineNotesTest, FollowTheirLinesWhileTyping)
{
    SourceEditor e;
    e.setSource("a\nb\nc\nd\n");
    e.setLineNotes({{2, u"two"_s, {}, false}, {3, u"three"_s, {}, false}, {3, u"again"_s, {}, true}});
    e.setLineShares({{3, 0.5}, {3, 0.25}, {4, 0.25}});
    EditorProbe probe(e);
    EXPECT_TRUE(probe.notes().at(2).text.contains(u"again"_s));
    EXPECT_TRUE(probe.notes().at(2).isCostly);
    EXPECT_DOUBLE_EQ(probe.shares().at(2), 0.75);
    e.goToLine(1, 2);
    QTest::keyClick(&e, Qt::Key_Return); // a new line 2
    EXPECT_EQ(probe.notes().at(2).text, u"two"_s);
    EXPECT_EQ(probe.notes().count(3), 1U);
    EXPECT_DOUBLE_EQ(probe.shares().at(4), 0.25);
    e.undo();
    EXPECT_EQ(probe.notes().at(1).text, u"two"_s);
    // Lines 2 and 3 vanish with their notes.
    e.setSelection(0, 1, 2, 1);
    QTest::keyClick(&e, Qt::Key_Delete);
    EXPECT_EQ(e.source(), "a\nd\n");
    EXPECT_TRUE(probe.notes().empty());
    EXPECT_DOUBLE_EQ(probe.shares().at(1), 0.25);
}

TEST(LineNotesTest, StandInOneColumnRightOfTheText)
{
    SourceEditor e;
    e.resize(900, 300);
    e.setSource("short;\na longer line of text;\n");
    e.setLineNotes({{1, u"one"_s, {}, false}, {2, u"two"_s, {}, false}});
    e.grab();
    EditorProbe probe(e);
    EXPECT_DOUBLE_EQ(probe.noteRect(0).left(), probe.noteRect(1).left());
    const auto end = e.SendScintilla(QsciScintillaBase::SCI_POINTXFROMPOSITION, 0UL, 29L);
    EXPECT_GT(probe.noteRect(1).left(), static_cast<double>(end));
    EXPECT_LT(probe.noteRect(0).bottom(), probe.noteRect(1).bottom());
}

TEST(LineNotesTest, OneCallShowsAndHidesThem)
{
    SourceEditor e;
    e.resize(900, 300);
    e.setSource("x;\n");
    e.setLineNotes({{1, u"4 B/item"_s, {}, false}});
    const QRect place = EditorProbe(e).noteRect(0).toRect();
    QSignalSpy changed(&e, &SourceEditor::lineNotesVisibleChanged);
    const QImage with = e.viewport()->grab(place).toImage();
    e.setLineNotesVisible(false);
    const QImage without = e.viewport()->grab(place).toImage();
    EXPECT_NE(with, without);
    EXPECT_EQ(changed.count(), 1);
}

TEST(LineNotesTest, SayTheAccessInAFewWords)
{
    AccessSite site;
    site.where = {{}, 14, 3};
    site.space = AddressSpace::Global;
    site.buffer = "x";
    site.direction = AccessDirection::Read;
    site.bytesPerLane = 4;
    site.bytesPerWorkItem = 4;
    site.pattern = AccessPattern::UnitStride;
    site.sectorsPerRequest = 4;
    site.idealSectorsPerRequest = 4;
    LineNote note = noteOf(site);
    EXPECT_EQ(note.text.replace(QChar(0x2009), u' '), u"x: 4 B/item · stride 1 · 4 sectors"_s);
    EXPECT_FALSE(note.isCostly);
    site.pattern = AccessPattern::ConstantStride;
    site.strideBytes = 32;
    site.sectorsPerRequest = 32;
    note = noteOf(site);
    EXPECT_TRUE(note.text.contains(u"stride 8"_s)); // 32 bytes are 8 elements of 4
    EXPECT_TRUE(note.isCostly);
    site.space = AddressSpace::Local;
    site.bankConflictDegree = 16;
    EXPECT_TRUE(noteOf(site).text.contains(u"16-way conflict"_s));

    MemoryReport report;
    report.sites = {site, site};
    report.sites[1].where.file = "header.h";
    EXPECT_EQ(lineNotesOf(report).size(), 1U);
}

TEST(HeatStripTest, OpensWithTheFirstShares)
{
    SourceEditor e;
    e.setSource("a\nb\n");
    EXPECT_EQ(e.marginWidth(0), 0);
    e.setLineShares({{2, 0.9}, {0, 0.1}, {900, 0.2}});
    EXPECT_GT(e.marginWidth(0), 0);
    EXPECT_FALSE(e.grab().isNull());
    e.setLineShares({});
    EXPECT_EQ(e.marginWidth(0), 0);
}

// ---- Typing

TEST(TypingTest, AsksForCompletionsAndShowsTheAnswer)
{
    SourceEditor e;
    e.resize(600, 300);
    e.show();
    e.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&e));
    e.setFocus();
    e.setSource("\n");
    QSignalSpy asked(&e, &SourceEditor::completionRequested);
    QTest::keyClicks(&e, u"ge"_s);
    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(asked[0][0].toInt(), 1);
    EXPECT_EQ(asked[0][1].toInt(), 3);
    e.SendScintilla(QsciScintillaBase::SCI_AUTOCCANCEL);
    e.setCompletions({{u"geometry"_s, u"float geometry(int)"_s, Completion::Kind::Function}});
    EXPECT_EQ(e.SendScintilla(QsciScintillaBase::SCI_AUTOCACTIVE), 1);
    QTest::keyClicks(&e, u"om"_s); // fewer fit: the list closes in on the one
    EXPECT_EQ(e.SendScintilla(QsciScintillaBase::SCI_AUTOCACTIVE), 1);
    EXPECT_EQ(e.SendScintilla(QsciScintillaBase::SCI_AUTOCGETCURRENT), 0);
    QTest::keyClick(&e, Qt::Key_Tab);
    EXPECT_EQ(e.source(), "geometry\n");
    QTest::keyClicks(&e, u"("_s); // its signature came with it
    EXPECT_EQ(e.SendScintilla(QsciScintillaBase::SCI_CALLTIPACTIVE), 1);
}

TEST(TypingTest, CallTipFollowsTheInnermostCall)
{
    SourceEditor e;
    e.resize(600, 300);
    e.show();
    e.setSource("\n");
    QTest::keyClicks(&e, u"clamp("_s);
    EXPECT_EQ(e.SendScintilla(QsciScintillaBase::SCI_CALLTIPACTIVE), 1);
    QTest::keyClicks(&e, u"1)"_s);
    EXPECT_EQ(e.SendScintilla(QsciScintillaBase::SCI_CALLTIPACTIVE), 0);
}

TEST(TypingTest, CommentsToggleBothWays)
{
    SourceEditor e;
    const QByteArray text = "if (a) {\n    b;\n\n}\nrest\n";
    e.setSource(text);
    e.setSelection(0, 0, 4, 0);
    e.toggleComment();
    EXPECT_EQ(e.source(), "// if (a) {\n//     b;\n\n// }\nrest\n");
    e.setSelection(0, 0, 4, 0);
    e.toggleComment();
    EXPECT_EQ(e.source(), text);
}

TEST(TypingTest, SeveralCursorsTypeTogether)
{
    SourceEditor e;
    e.setSource("foo + foo\n");
    e.setSelection(0, 0, 0, 3);
    QTest::keyClick(&e, Qt::Key_D, Qt::ControlModifier);
    QTest::keyClicks(&e, u"x"_s);
    EXPECT_EQ(e.source(), "x + x\n");
}

TEST(MovingTest, CursorLineIsTold)
{
    SourceEditor e;
    e.setSource("a\nb\nc\n");
    QSignalSpy moved(&e, &SourceEditor::cursorLineChanged);
    e.goToLine(3);
    ASSERT_EQ(moved.count(), 1);
    EXPECT_EQ(moved[0][0].toInt(), 3);
    e.goToLine(-5, -1);
    EXPECT_EQ(e.cursorLine(), 1);
    e.goToLine(1000, 1000);
    EXPECT_EQ(e.cursorLine(), 4);
}

// ---- Find

TEST(FindTest, WrapsAndCounts)
{
    SourceEditor e;
    e.setSource("\xC2\xB5 row rows ROW\n");
    EXPECT_EQ(e.markEvery(u"row"_s, {}), 3);
    EXPECT_EQ(e.markEvery(u"row"_s, {false, true, false}), 2);
    EXPECT_EQ(e.markEvery(u"row"_s, {false, true, true}), 1);
    ASSERT_TRUE(e.findNext(u"ROW"_s, {false, true, false}));
    EXPECT_EQ(e.selectedText(), u"ROW"_s); // positions are bytes behind the two-byte sign
    ASSERT_TRUE(e.findNext(u"row"_s, {false, true, false}));
    EXPECT_EQ(e.cursorColumn(), 7);
    EXPECT_FALSE(e.findNext(u"("_s, {true, false, false})); // not an expression
    EXPECT_FALSE(e.findNext(u""_s, {}));
}

TEST(FindTest, ReplacesWithCapturesInOneUndoStep)
{
    SourceEditor e;
    const QByteArray text = "a[1] + b[2];\r\nµ c[3];\n";
    e.setSource(text);
    EXPECT_EQ(e.replaceEvery(u"(\\w)\\[(\\d)\\]"_s, u"\\2*\\1"_s, {true, false, false}), 3);
    EXPECT_EQ(e.source(), "1*a + 2*b;\r\nµ 3*c;\n");
    e.undo();
    EXPECT_EQ(e.source(), text);
    EXPECT_EQ(e.replaceEvery(u"^"_s, u"x"_s, {true, false, false}), 0); // nothing to take away
}

TEST(FindTest, BarFindsAsOneTypes)
{
    EditorPane pane;
    pane.resize(600, 300);
    pane.show();
    pane.editor()->setSource("one two\ntwo\n");
    pane.showFind();
    auto *what = pane.findChild<QLineEdit *>();
    QTest::keyClicks(what, u"tw"_s);
    EXPECT_EQ(pane.editor()->selectedText(), u"tw"_s);
    EXPECT_EQ(pane.editor()->cursorLine(), 1);
    QTest::keyClick(what, Qt::Key_Return);
    EXPECT_EQ(pane.editor()->cursorLine(), 2);
    QTest::keyClick(what, Qt::Key_Escape);
    EXPECT_FALSE(pane.findChild<FindBar *>()->isVisible());
}

// ---- Speed: processor time, so that a busy machine does not fail it

TEST(ResponsivenessTest, FiveThousandLinesStayFluid)
{
    SourceEditor e;
    e.resize(1000, 700);
    e.show();
    auto start = std::clock();
    e.setSource(manyLines(5000));
    e.grab();
    const double open = cpuMs(start);
    e.goToLine(2500, 5);
    std::vector<LineShare> shares;
    std::vector<LineNote> notes;
    for (unsigned i = 1; i < 2000; ++i) {
        shares.push_back({i * 2, 0.0005});
        notes.push_back({static_cast<int>(i * 2), u"4 B/item · stride 1 · 4 sectors"_s, {}, false});
    }
    e.setLineShares(shares);
    e.setLineNotes(notes);
    double worst = 0;
    for (int i = 0; i < 20; ++i) {
        start = std::clock();
        QTest::keyClick(&e, Qt::Key_1);
        if (i % 5 == 4)
            QTest::keyClick(&e, Qt::Key_Return);
        e.viewport()->repaint();
        worst = std::max(worst, cpuMs(start));
    }
    RecordProperty("openMs", std::to_string(open));
    RecordProperty("worstKeyMs", std::to_string(worst));
    std::printf("5000 lines: open %.0f ms, worst key with paint %.1f ms\n", open, worst);
    EXPECT_LT(open, 1500);
    EXPECT_LT(worst, 60);
}

TEST(ResponsivenessTest, OneLineOf85KilobytesStaysFluid)
{
    SourceEditor e;
    e.resize(1000, 700);
    e.show();
    auto start = std::clock();
    e.setSource(oneLongLine());
    e.grab();
    const double open = cpuMs(start);
    e.setLineNotes({{1, u"b: 4 B/item · stride 1 · 4 sectors"_s, {}, false}});
    start = std::clock();
    e.goToLine(1, 84000);
    e.viewport()->repaint();
    const double jump = cpuMs(start);
    double worst = 0;
    for (int i = 0; i < 10; ++i) {
        start = std::clock();
        QTest::keyClick(&e, Qt::Key_1);
        e.viewport()->repaint();
        worst = std::max(worst, cpuMs(start));
    }
    std::printf("85 KB line: open %.0f ms, jump %.1f ms, worst key with paint %.1f ms\n", open, jump, worst);
    EXPECT_EQ(e.cursorColumn(), 84010);
    EXPECT_LT(open, 1500);
    EXPECT_LT(jump, 400);
    EXPECT_LT(worst, 200);
}

} // namespace clv::editor
