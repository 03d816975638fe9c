<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
<context>
    <name>clv::docks::EstimatePanel</name>
    <message numerus="yes">
        <source>median %1 of %n sample(s) on %2</source>
        <translation>
            <numerusform>median %1 of %n sample on %2</numerusform>
            <numerusform>median %1 of %n samples on %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>clv::docks::StatusLine</name>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n finding</numerusform>
            <numerusform>%n findings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>clv::editor::FindBar</name>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n replaced</source>
        <translation>
            <numerusform>%n replaced</numerusform>
            <numerusform>%n replaced</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>clv::models::EstimateModel</name>
    <message numerus="yes">
        <source>%1, driver %2, %n sample(s) after %3 warm-up(s)</source>
        <translation>
            <numerusform>%1, driver %2, %n sample after %3 warm-ups</numerusform>
            <numerusform>%1, driver %2, %n samples after %3 warm-ups</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>clv::plots::SweepPlot</name>
    <message numerus="yes">
        <source>%1: %n point(s), from %2 at %3 to %4 at %5.</source>
        <translation>
            <numerusform>%1: %n point, from %2 at %3 to %4 at %5.</numerusform>
            <numerusform>%1: %n points, from %2 at %3 to %4 at %5.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>clv::session::EngineClient</name>
    <message numerus="yes">
        <source>The analysis engine %1 %n time(s) in a row and is not started again until the next edit.</source>
        <translation>
            <numerusform>The analysis engine %1 %n time in a row and is not started again until the next edit.</numerusform>
            <numerusform>The analysis engine %1 %n times in a row and is not started again until the next edit.</numerusform>
        </translation>
    </message>
</context>
</TS>
