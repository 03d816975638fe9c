<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name />
    <message>
        <source>read</source>
        <translation>liest</translation>
    </message>
    <message>
        <source>write</source>
        <translation>schreibt</translation>
    </message>
    <message>
        <source>atomic</source>
        <translation>atomar</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>n/a</source>
        <translation>k. A.</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>%1 s ago</source>
        <translation>vor %1 s</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>vor %1 min</translation>
    </message>
    <message>
        <source>%1 h ago</source>
        <translation>vor %1 h</translation>
    </message>
</context>
<context>
    <name>LaunchCheck</name>
    <message>
        <source>A size of 0 launches nothing; give at least 1.</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>Sweep</name>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 must be 1 or more.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>'%1' is not of the form NAME=EXPRESSION, for example n=global.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>The range ends below its start; swap From and To.</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>SweepPanel</name>
    <message>
        <source>global size</source>
        <translation>globale Größe</translation>
    </message>
    <message>
        <source>local size</source>
        <translation>lokale Größe</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>TableActions</name>
    <message>
        <source>Copy rows</source>
        <translation>Zeilen kopieren</translation>
    </message>
    <message>
        <source>Copy whole table</source>
        <translation>Ganze Tabelle kopieren</translation>
    </message>
</context>
<context>
    <name>Templates</name>
    <message>
        <source>Element by element</source>
        <translation>Element für Element</translation>
    </message>
    <message>
        <source>Two-dimensional neighbourhood</source>
        <translation>Zweidimensionale Nachbarschaft</translation>
    </message>
    <message>
        <source>Reduction in work-groups</source>
        <translation>Reduktion in Work-Groups</translation>
    </message>
    <message>
        <source>Empty file</source>
        <translation>Leere Datei</translation>
    </message>
</context>
<context>
    <name>clv::dialogs::AboutDialog</name>
    <message>
        <source>About Clairvoyant</source>
        <translation>Über Clairvoyant</translation>
    </message>
    <message>
        <source>&lt;h2&gt;Clairvoyant %1&lt;/h2&gt;What an OpenCL kernel will cost before it runs, what it does cost, and why.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>&lt;p&gt;Clairvoyant is free software under the GNU General Public License, version 3 or later. It comes with no warranty.&lt;/p&gt;&lt;h4&gt;Built on&lt;/h4&gt;&lt;table cellpadding=3&gt;%1&lt;/table&gt;</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Analysis engine</source>
        <translation>Analyse-Engine</translation>
    </message>
    <message>
        <source>not running</source>
        <translation>läuft nicht</translation>
    </message>
</context>
<context>
    <name>clv::dialogs::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
</context>
<context>
    <name>clv::docks::EstimatePanel</name>
    <message>
        <source>Bound by %1</source>
        <translation>Begrenzt durch %1</translation>
    </message>
    <message>
        <source> · %1 of peak</source>
        <translation> · %1 der Spitze</translation>
    </message>
    <message>
        <source>Open the SpMV example</source>
        <translation>SpMV-Beispiel öffnen</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Time breakdown</source>
        <translation>Zeitanteile</translation>
    </message>
    <message>
        <source>Predicted and measured times</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop measuring (Esc)</source>
        <translation>Messung abbrechen (Esc)</translation>
    </message>
    <message>
        <source>Open a kernel to see what it will cost before it runs.</source>
        <translation>Öffnen Sie einen Kernel, um seine Kosten zu sehen, bevor er läuft.</translation>
    </message>
    <message>
        <source>There is no device to predict for: no OpenCL driver was found and no device table is installed.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The file is empty. Write a kernel, or take a template from the File menu.</source>
        <translation>Die Datei ist leer. Schreiben Sie einen Kernel, oder nehmen Sie eine Vorlage aus dem Menü Datei.</translation>
    </message>
    <message>
        <source>Analysing…</source>
        <translation>Analyse läuft…</translation>
    </message>
    <message>
        <source>%1 predicted by %2 for %3</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 – %2</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The time lies in this interval with a probability of 80%, says the model.
Physics allows no less than %1.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>waiting for the device</source>
        <translation>warte auf das Gerät</translation>
    </message>
    <message>
        <source>measuring…</source>
        <translation>misst…</translation>
    </message>
    <message>
        <source>press F5</source>
        <translation>F5 drücken</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>nicht verfügbar</translation>
    </message>
    <message numerus="yes">
        <source>median %1 of %n sample(s) on %2</source>
        <translation>
            <numerusform>Median %1 von %n Messwert auf %2</numerusform>
            <numerusform>Median %1 von %n Messwerten auf %2</numerusform>
        </translation>
    </message>
    <message>
        <source>± %1%</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>of an earlier text or launch</source>
        <translation>von früherem Text oder Start</translation>
    </message>
    <message>
        <source>95% confidence interval of the median: %1 – %2</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>predicted / measured</source>
        <translation>vorhergesagt / gemessen</translation>
    </message>
    <message>
        <source>Predicted over measured time. ▲ predicted too slow, ▼ too fast, ● within 10%.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>computing, shown: %1</source>
        <translation>rechnet, gezeigt: %1</translation>
    </message>
    <message>
        <source>stale: %1</source>
        <translation>veraltet: %1</translation>
    </message>
    <message>
        <source>The text does not compile. %1</source>
        <translation>Der Text lässt sich nicht übersetzen. %1</translation>
    </message>
    <message>
        <source>against the saved text</source>
        <translation>gegen den gespeicherten Text</translation>
    </message>
    <message>
        <source>calibrating device</source>
        <translation>Gerät wird vermessen</translation>
    </message>
    <message>
        <source>The peaks of the device are measured once, in the background.</source>
        <translation>Die Spitzenwerte des Geräts werden einmal im Hintergrund gemessen.</translation>
    </message>
    <message>
        <source>assumed peaks</source>
        <translation>angenommene Spitzen</translation>
    </message>
    <message>
        <source>The device has not been measured; its peaks are conservative guesses from its description.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>uncalibrated</source>
        <translation>unkalibriert</translation>
    </message>
    <message>
        <source>The interval has not been checked against measurements on this device.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>calibrated</source>
        <translation>kalibriert</translation>
    </message>
    <message>
        <source>The interval was checked against measurements on this device.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>timer healthy</source>
        <translation>Zeitgeber gesund</translation>
    </message>
    <message>
        <source>timer doubtful</source>
        <translation>Zeitgeber zweifelhaft</translation>
    </message>
    <message>
        <source>The device's time stamps are ordered, fine enough and agree with the host's.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The analysis engine is not running. Your text is safe; an edit starts it again.</source>
        <translation>Die Analyse-Engine läuft nicht. Ihr Text ist sicher; eine Änderung startet sie neu.</translation>
    </message>
</context>
<context>
    <name>clv::docks::FindingsPanel</name>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Messages of the compiler and findings of the analysis appear here.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Nothing to report for this kernel and launch.</source>
        <translation>Zu diesem Kernel und Start ist nichts zu melden.</translation>
    </message>
    <message>
        <source>Analysing…</source>
        <translation>Analyse läuft…</translation>
    </message>
</context>
<context>
    <name>clv::docks::LaunchBufferRow</name>
    <message>
        <source>zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>one value</source>
        <translation>ein Wert</translation>
    </message>
    <message>
        <source>counting up</source>
        <translation>aufzählend</translation>
    </message>
    <message>
        <source>uniform random</source>
        <translation>gleichverteilt</translation>
    </message>
    <message>
        <source>permutation</source>
        <translation>Permutation</translation>
    </message>
    <message>
        <source>CSR row pointers</source>
        <translation>CSR-Zeilenzeiger</translation>
    </message>
    <message>
        <source>CSR columns</source>
        <translation>CSR-Spalten</translation>
    </message>
    <message>
        <source>BFS levels</source>
        <translation>BFS-Ebenen</translation>
    </message>
    <message>
        <source>from a file</source>
        <translation>aus einer Datei</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Number of elements of %1</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Number of %1 elements: a number or an expression of the arguments, for example n + 1</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Contents of %1</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>What the buffer is filled with</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>default</source>
        <translation>Vorgabe</translation>
    </message>
</context>
<context>
    <name>clv::docks::LaunchPanel</name>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Global</source>
        <translation>Global</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>Lokal</translation>
    </message>
    <message>
        <source>&amp;Infer</source>
        <translation>&amp;Herleiten</translation>
    </message>
    <message>
        <source>Save &amp;launch file</source>
        <translation>&amp;Startdatei speichern</translation>
    </message>
    <message>
        <source>%1 size, %2</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Work-items per work-group; empty: chosen for you</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Work-items: a number or an expression of the arguments, for example roundUp(n, 256)</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Guess every value anew from names, types and what the kernel does</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>There is no kernel to infer a launch for</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>There is no launch to save yet</source>
        <translation>Es gibt noch keinen Start zu speichern</translation>
    </message>
    <message>
        <source>Save the kernel first; its launch file lies beside it</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Write this launch into the launch file beside the kernel</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Open a kernel, or take one of the examples in the File menu.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Reading the kernel…</source>
        <translation>Kernel wird gelesen…</translation>
    </message>
    <message>
        <source>The launch appears here as soon as the text compiles and holds a kernel.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The file has no kernel yet</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The kernel that is studied</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>local %1</source>
        <translation>lokal %1</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Value of %1</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>auto: %1</source>
        <translation>auto: %1</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>Inferred from the kernel</source>
        <translation>Aus dem Kernel hergeleitet</translation>
    </message>
    <message>
        <source>From the launch file</source>
        <translation>Aus der Startdatei</translation>
    </message>
    <message>
        <source>Edited here, not saved</source>
        <translation>Hier geändert, nicht gespeichert</translation>
    </message>
    <message>
        <source>The launch file was not used: %1</source>
        <translation>Die Startdatei wurde nicht verwendet: %1</translation>
    </message>
    <message>
        <source>%1 work-items in %2 groups of %3, %4 of buffers</source>
        <translation>%1 Work-Items in %2 Gruppen zu %3, %4 Puffer</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>%1 gespeichert.</translation>
    </message>
</context>
<context>
    <name>clv::docks::MemoryPanel</name>
    <message>
        <source>Memory accesses by buffer</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The accesses of the open kernel appear here.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>No memory report: %1</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The accesses appear here as soon as the kernel has been analysed.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The kernel touches no memory.</source>
        <translation>Der Kernel berührt keinen Speicher.</translation>
    </message>
    <message>
        <source>Counted on all %1 work-groups</source>
        <translation>An allen %1 Work-Groups gezählt</translation>
    </message>
    <message>
        <source>Estimated from %1 of %2 work-groups</source>
        <translation>Aus %1 von %2 Work-Groups geschätzt</translation>
    </message>
</context>
<context>
    <name>clv::docks::MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>clv::docks::StatusLine</name>
    <message>
        <source>engine starting</source>
        <translation>Engine startet</translation>
    </message>
    <message>
        <source>engine ready</source>
        <translation>Engine bereit</translation>
    </message>
    <message>
        <source>engine restarting</source>
        <translation>Engine startet neu</translation>
    </message>
    <message>
        <source>engine stopped</source>
        <translation>Engine steht</translation>
    </message>
    <message>
        <source>estimate %1 ms</source>
        <translation>Schätzung %1 ms</translation>
    </message>
    <message>
        <source>no estimate yet</source>
        <translation>noch keine Schätzung</translation>
    </message>
    <message>
        <source>From the last key to the estimate on the screen</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>no device</source>
        <translation>kein Gerät</translation>
    </message>
    <message>
        <source>looking for devices</source>
        <translation>suche Geräte</translation>
    </message>
    <message>
        <source>%1, driver %2</source>
        <translation>%1, Treiber %2</translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n Befund</numerusform>
            <numerusform>%n Befunde</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>clv::docks::SweepPanel</name>
    <message>
        <source>global size</source>
        <translation>globale Größe</translation>
    </message>
    <message>
        <source>local size</source>
        <translation>lokale Größe</translation>
    </message>
    <message>
        <source>Axis of the sweep</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Mitführen</translation>
    </message>
    <message>
        <source>n=global</source>
        <translation>n=global</translation>
    </message>
    <message>
        <source>Values that move along with the axis, as NAME=EXPRESSION, separated by commas</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Number of points</source>
        <translation>Anzahl der Punkte</translation>
    </message>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>&amp;Logarithmisch</translation>
    </message>
    <message>
        <source>&amp;Predict</source>
        <translation>&amp;Vorhersagen</translation>
    </message>
    <message>
        <source>&amp;Measure points</source>
        <translation>Punkte &amp;messen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Axis</source>
        <translation>&amp;Achse</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Time over the axis; the table shows the same numbers</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Choose an axis and press Predict (F6) to see how the time grows.</source>
        <translation>Wählen Sie eine Achse und drücken Sie Vorhersagen (F6), um zu sehen, wie die Zeit wächst.</translation>
    </message>
    <message>
        <source>Sweep as a table</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Show the sweep as a table</source>
        <translation>Durchlauf als Tabelle zeigen</translation>
    </message>
    <message>
        <source>Export the sweep</source>
        <translation>Durchlauf exportieren</translation>
    </message>
    <message>
        <source>Table as CSV…</source>
        <translation>Tabelle als CSV…</translation>
    </message>
    <message>
        <source>Plot as PNG or SVG…</source>
        <translation>Diagramm als PNG oder SVG…</translation>
    </message>
    <message>
        <source>Predict every point (F6)</source>
        <translation>Jeden Punkt vorhersagen (F6)</translation>
    </message>
    <message>
        <source>Predict the points first.</source>
        <translation>Sagen Sie die Punkte zuerst vorher.</translation>
    </message>
    <message>
        <source>The sweep is of an earlier text or launch; predict it again first.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Run every point on the device</source>
        <translation>Jeden Punkt auf dem Gerät ausführen</translation>
    </message>
    <message>
        <source>There is no sweep to export yet</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>CSV tables (*.csv)</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>%1 gespeichert.</translation>
    </message>
    <message>
        <source>Export the plot</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Images (*.png *.svg)</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 could not be written; check the folder and its free space.</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>clv::editor</name>
    <message>
        <source>uniform</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>stride 1</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>stride %1</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>stride %1</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>constant stride</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>blocked</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>permuted</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>indirect</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>indirect via %1</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>data-dependent</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>read</source>
        <translation>liest</translation>
    </message>
    <message>
        <source>write</source>
        <translation>schreibt</translation>
    </message>
    <message>
        <source>atomic</source>
        <translation>atomar</translation>
    </message>
    <message>
        <source>access</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1/item</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>no conflicts</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1-way conflict</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>1 sector</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 sectors</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>index %1</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 sectors a request, %2 if the same bytes lay densely</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 % of the global traffic</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>clv::editor::FindBar</name>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>Ersetzen durch</translation>
    </message>
    <message>
        <source>Line, or line:column</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Match case</source>
        <translation>Groß-/Kleinschreibung</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>Ganze Wörter</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Previous hit (Shift+Enter)</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Next hit (Enter)</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace this hit and go to the next</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Replace all</source>
        <translation>Alle ersetzen</translation>
    </message>
    <message>
        <source>Replace every hit in the file</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Not an expression</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>No hit</source>
        <translation>Kein Treffer</translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n replaced</source>
        <translation>
            <numerusform>%n ersetzt</numerusform>
            <numerusform>%n ersetzt</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>clv::editor::SourceEditor</name>
    <message>
        <source>Kernel source</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Find…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>Go to line…</source>
        <translation>Gehe zu Zeile…</translation>
    </message>
    <message>
        <source>Toggle comment</source>
        <translation>Kommentar umschalten</translation>
    </message>
    <message>
        <source>Access notes beside lines</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Line %1: %2 % of the predicted time</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>clv::gui::DeviceChooser</name>
    <message>
        <source>%1 (not here, predicted only)</source>
        <translation>%1 (nicht hier, nur Vorhersage)</translation>
    </message>
    <message>
        <source>%1, platform %2, %3 compute units, peaks: %4</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>no device found</source>
        <translation>kein Gerät gefunden</translation>
    </message>
    <message>
        <source>looking for devices…</source>
        <translation>suche Geräte…</translation>
    </message>
    <message>
        <source>No OpenCL driver is installed; pocl-opencl-icd measures on the processor</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The measuring process lists the devices</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>clv::gui::EditorTab</name>
    <message>
        <source>OpenCL C source</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>clv::gui::MainWindow</name>
    <message>
        <source>Open a kernel (Ctrl+O), start one from a template (File, New),
or drop a file here.</source>
        <translation>Öffnen Sie einen Kernel (Strg+O), beginnen Sie einen aus einer Vorlage (Datei, Neu),
oder ziehen Sie eine Datei hierher.</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Durchlauf</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Findings (%1)</source>
        <translation>Befunde (%1)</translation>
    </message>
    <message>
        <source>never saved</source>
        <translation>nie gespeichert</translation>
    </message>
    <message>
        <source>%1[*] – Clairvoyant</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Clairvoyant</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The example kernels are not installed; set CLAIRVOYANT_RESOURCES to their folder.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Restored the unsaved text of %1. Save it, or close its tab to drop it.</source>
        <translation>Der ungespeicherte Text von %1 wurde wiederhergestellt. Speichern Sie ihn, oder schließen Sie den Reiter, um ihn zu verwerfen.</translation>
    </message>
    <message>
        <source>Open kernels</source>
        <translation>Kernels öffnen</translation>
    </message>
    <message>
        <source>OpenCL C (*.cl *.ocl *.clcpp);;All files (*)</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Save As…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Save the kernel</source>
        <translation>Kernel speichern</translation>
    </message>
    <message>
        <source>OpenCL C (*.cl);;All files (*)</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Unsaved text</source>
        <translation>Ungespeicherter Text</translation>
    </message>
    <message>
        <source>%1 has unsaved changes.</source>
        <translation>%1 hat ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>Save them before closing?</source>
        <translation>Vor dem Schließen speichern?</translation>
    </message>
    <message>
        <source>Saved the report %1.</source>
        <translation>Bericht %1 gespeichert.</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;New from template</source>
        <translation>&amp;Neu aus Vorlage</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Example kernels</source>
        <translation>&amp;Beispiel-Kernels</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Export report…</source>
        <translation>Bericht e&amp;xportieren…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>No files opened yet</source>
        <translation>Noch keine Dateien geöffnet</translation>
    </message>
    <message>
        <source>Clear the list</source>
        <translation>Liste leeren</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>A&amp;lles auswählen</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>&amp;Suchen…</translation>
    </message>
    <message>
        <source>R&amp;eplace…</source>
        <translation>E&amp;rsetzen…</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>&amp;Nächster Treffer</translation>
    </message>
    <message>
        <source>Find pre&amp;vious</source>
        <translation>&amp;Vorheriger Treffer</translation>
    </message>
    <message>
        <source>&amp;Go to line…</source>
        <translation>&amp;Gehe zu Zeile…</translation>
    </message>
    <message>
        <source>Toggle co&amp;mment</source>
        <translation>&amp;Kommentar umschalten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Restore default layout</source>
        <translation>Standardanordnung &amp;wiederherstellen</translation>
    </message>
    <message>
        <source>Line &amp;annotations</source>
        <translation>&amp;Anmerkungen neben Zeilen</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>&amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>A&amp;usführen</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>&amp;Sweep</source>
        <translation>&amp;Durchlauf</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>Abb&amp;rechen</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About Clairvoyant</source>
        <translation>Ü&amp;ber Clairvoyant</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>&amp;Gerät</translation>
    </message>
    <message>
        <source>M&amp;odel</source>
        <translation>M&amp;odell</translation>
    </message>
    <message>
        <source>No kernel is open</source>
        <translation>Kein Kernel ist geöffnet</translation>
    </message>
    <message>
        <source>Save (Ctrl+S)</source>
        <translation>Speichern (Strg+S)</translation>
    </message>
    <message>
        <source>Run the kernel on the device and time it (F5)</source>
        <translation>Kernel auf dem Gerät ausführen und messen (F5)</translation>
    </message>
    <message>
        <source>Predict over a range of sizes (F6)</source>
        <translation>Über einen Größenbereich vorhersagen (F6)</translation>
    </message>
    <message>
        <source>Stop what is running (Esc)</source>
        <translation>Laufendes abbrechen (Esc)</translation>
    </message>
    <message>
        <source>Nothing is running</source>
        <translation>Nichts läuft</translation>
    </message>
    <message>
        <source>Measure anyway</source>
        <translation>Trotzdem messen</translation>
    </message>
    <message>
        <source>Close (Ctrl+W)</source>
        <translation>Schließen (Strg+W)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>clv::gui::ModelChooser</name>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>model…</source>
        <translation>Modell…</translation>
    </message>
    <message>
        <source>The engine lists its models when it has started</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Models that predict; the first gives the verdict</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>clv::gui::ScriptedRun</name>
    <message>
        <source>There is no kernel to run.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>A step took longer than %1 s.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Kernel %1 of %2 on %3</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>launch</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>predicted</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>predicted / measured</source>
        <translation>vorhergesagt / gemessen</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>usable window after %1 ms, %2 MiB resident</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>last estimate %1 ms after it was asked for</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>clv::models::EstimateModel</name>
    <message>
        <source>%1 – %2</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>80% interval, checked against measurements on this device</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>80% interval, not yet checked against measurements on this device</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Predicted time over measured time. ▲ too slow, ▼ too fast, ● within 10%.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Measure (F5) to see the error.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Memory traffic a second if the estimate holds</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>measured (earlier text)</source>
        <translation>gemessen (früherer Text)</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message numerus="yes">
        <source>%1, driver %2, %n sample(s) after %3 warm-up(s)</source>
        <translation type="unfinished">
            <numerusform />
            <numerusform />
        </translation>
    </message>
    <message>
        <source>median %1, least %2, most %3, median absolute deviation %4</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>95% confidence interval of the median</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>Intervall</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Verkehr</translation>
    </message>
</context>
<context>
    <name>clv::models::FindingsModel</name>
    <message>
        <source>Replace with '%1'</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>What to change</source>
        <translation>Was zu ändern ist</translation>
    </message>
</context>
<context>
    <name>clv::models::MemoryModel</name>
    <message>
        <source>read</source>
        <translation>liest</translation>
    </message>
    <message>
        <source>write</source>
        <translation>schreibt</translation>
    </message>
    <message>
        <source>atomic</source>
        <translation>atomar</translation>
    </message>
    <message>
        <source>n/a</source>
        <translation>k. A.</translation>
    </message>
    <message>
        <source>indirect via %1</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 of %2, %3 executions per work-item</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 sectors of 32 bytes per request; %2 if the same bytes lay densely</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 moved over the launch</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>bank conflict degree %1 (1: none)</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 active lanes per request</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>counted on every work-group</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>estimated from sampled work-groups</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 memory, %2 given</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 needed</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>at least %1 needed</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>size needed: %1 bytes</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 moved, %2 touched</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>Buffer, and below it each place in the source that touches it</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Read, write or atomic</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Bytes a work-item asks for, over the whole kernel</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Distance between the addresses of neighbouring work-items</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>How the addresses of neighbouring work-items relate</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>32-byte sectors one request of a warp needs; for local memory, passes by bank conflicts (×)</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Share of all bytes moved to and from global memory</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>B/item</source>
        <translation>B/Item</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Sectors</source>
        <translation>Sektoren</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Verkehr</translation>
    </message>
    <message>
        <source>no line</source>
        <translation>ohne Zeile</translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>R/W</source>
        <comment>read or write</comment>
        <translation>L/S</translation>
    </message>
</context>
<context>
    <name>clv::models::SweepModel</name>
    <message>
        <source>Global size</source>
        <translation>Globale Größe</translation>
    </message>
    <message>
        <source>Local size</source>
        <translation>Lokale Größe</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
</context>
<context>
    <name>clv::plots::BreakdownBar</name>
    <message>
        <source>Time breakdown</source>
        <translation>Zeitanteile</translation>
    </message>
    <message>
        <source>No estimate yet</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 %2, %3 of the total</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1: %2 (%3), %4 of the predicted time. Terms overlap in time, so they need not add up.</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>clv::plots::SweepPlot</name>
    <message numerus="yes">
        <source>%1: %n point(s), from %2 at %3 to %4 at %5.</source>
        <translation type="unfinished">
            <numerusform />
            <numerusform />
        </translation>
    </message>
    <message>
        <source>Nothing to plot yet</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Sweep plot</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Plot of %1 over %2</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>clv::session::Autosave</name>
    <message>
        <source>Unsaved text cannot be kept in %1 (%2). Save by hand.</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>clv::session::EngineClient</name>
    <message>
        <source>The engine speaks protocol version %1, this window version %2. Install both from one build.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>did not answer for %1 s</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>stopped (%1)</source>
        <translation>endete (%1)</translation>
    </message>
    <message numerus="yes">
        <source>The analysis engine %1 %n time(s) in a row and is not started again until the next edit.</source>
        <translation type="unfinished">
            <numerusform />
            <numerusform />
        </translation>
    </message>
    <message>
        <source>The analysis engine %1; it was restarted and asked again.</source>
        <translation>Die Analyse-Engine %1; sie wurde neu gestartet und erneut gefragt.</translation>
    </message>
    <message>
        <source>The analysis engine %1 and was restarted.</source>
        <translation>Die Analyse-Engine %1 und wurde neu gestartet.</translation>
    </message>
    <message>
        <source>The analysis engine %1 twice on this text. Your text is safe; change it to try again.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The analysis engine %1 could not be started (%2). Build or install it beside this program.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>There is no analysis engine: %1.</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>clv::session::Session</name>
    <message>
        <source>%1 is a folder; open a kernel file in it.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 cannot be opened: %2.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 has %2 MiB; kernel files up to %3 MiB can be opened.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>untitled %1</source>
        <translation>ohne Titel %1</translation>
    </message>
    <message>
        <source>%1 has no file name yet; use Save As.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 cannot be written: %2. The text is kept here.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>The file has no kernel; write a function marked kernel.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The engine gave no estimate for this launch.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Save the kernel first; its launch file lies beside it.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>There is no launch yet; the kernel has to compile first.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Open a kernel first.</source>
        <translation>Öffnen Sie zuerst einen Kernel.</translation>
    </message>
    <message>
        <source>A measurement is running; Esc cancels it.</source>
        <translation>Eine Messung läuft; Esc bricht sie ab.</translation>
    </message>
    <message>
        <source>There is no OpenCL device; install a driver such as pocl-opencl-icd.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Looking for OpenCL devices.</source>
        <translation>OpenCL-Geräte werden gesucht.</translation>
    </message>
    <message>
        <source>%1 is not in this machine; choose a local device to measure on.</source>
        <translation>%1 ist nicht in diesem Rechner; wählen Sie zum Messen ein lokales Gerät.</translation>
    </message>
    <message>
        <source>The text does not compile; mend the errors first.</source>
        <translation>Der Text lässt sich nicht übersetzen; beheben Sie zuerst die Fehler.</translation>
    </message>
    <message>
        <source>The launch is not known yet.</source>
        <translation>Der Start ist noch nicht bekannt.</translation>
    </message>
    <message>
        <source>Line %1 writes %2[%3], outside the buffer of %4 bytes. Running it may stop the measuring process or corrupt its data.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Line %1 reads %2[%3], outside the buffer of %4 bytes. Running it may stop the measuring process.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>A sweep is running; Esc cancels it.</source>
        <translation>Ein Durchlauf läuft; Esc bricht ihn ab.</translation>
    </message>
    <message>
        <source>predicted %1 of %2</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>measuring point %1 of %2</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>clv::session::WorkerClient</name>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>The worker speaks protocol version %1, this window version %2. Install both from one build.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 stopped its process twice (%2). Check its accesses for ones out of bounds.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The measuring process %1 could not be started (%2). Build or install it beside this program; until then nothing can be measured.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>There is no measuring process: %1.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The measuring process stopped (%1) too often; measure again to start it.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The measuring process stopped (%1) and was restarted.</source>
        <translation>Der Messprozess endete (%1) und wurde neu gestartet.</translation>
    </message>
    <message>
        <source>The measuring process does not start (%1).</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>%1 did not finish within %2 s; its process was stopped.%3</source>
        <translation>%1 wurde in %2 s nicht fertig; der Prozess wurde beendet.%3</translation>
    </message>
    <message>
        <source> Make the launch smaller.</source>
        <translation> Verkleinern Sie den Start.</translation>
    </message>
    <message>
        <source>The measuring process stopped (%1); it was restarted and asked again.</source>
        <translation>Der Messprozess endete (%1); er wurde neu gestartet und erneut gefragt.</translation>
    </message>
    <message>
        <source>The kernel %1</source>
        <translation>Der Kernel %1</translation>
    </message>
    <message>
        <source>The calibration of the device</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>The list of OpenCL devices</source>
        <translation type="unfinished" />
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Predicted and measured OpenCL kernel times, side by side.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Go through the main job with the example kernel, leave report.html and window.png in DIR, and end.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>light or dark</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>Fill every panel, save a picture of the window as FILE, and end.</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>OpenCL C files to open</source>
        <translation type="unfinished" />
    </message>
    <message>
        <source>--theme takes light or dark, not '%1'.</source>
        <translation type="unfinished" />
    </message>
</context>
</TS>
