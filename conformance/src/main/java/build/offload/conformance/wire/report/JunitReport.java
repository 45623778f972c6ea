package build.offload.conformance.wire.report;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Verdict.Failed;
import build.offload.conformance.wire.check.Verdict.Passed;
import build.offload.conformance.wire.check.Verdict.Skipped;
import build.offload.conformance.wire.run.Report;
import build.offload.conformance.wire.run.Result;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes a run down as JUnit does, for the servers that show test results. */
public final class JunitReport {

    private final XMLStreamWriter xml;

    private JunitReport(XMLStreamWriter xml) {
        this.xml = xml;
    }

    /** Write the file anew. */
    public static void write(Report report, Path file) throws IOException {
        try (Writer text = Files.newBufferedWriter(file)) {
            new JunitReport(XMLOutputFactory.newFactory().createXMLStreamWriter(text)).write(report);
        } catch (XMLStreamException failed) {
            throw new IOException("cannot write " + file + ": " + failed.getMessage(), failed);
        }
    }

    private void write(Report report) throws XMLStreamException {
        Duration time = report.results().stream().map(Result::time).reduce(Duration.ZERO, Duration::plus);
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", "wire");
        xml.writeAttribute("tests", Integer.toString(report.results().size()));
        xml.writeAttribute("failures", Long.toString(report.failed()));
        xml.writeAttribute("errors", "0");
        xml.writeAttribute("skipped", Long.toString(report.skipped()));
        xml.writeAttribute("time", seconds(time));
        for (Result result : report.results()) {
            write(result);
        }
        xml.writeEndElement();
        xml.writeEndDocument();
        xml.flush();
    }

    private void write(Result result) throws XMLStreamException {
        Check check = result.check();
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "wire." + check.group().word());
        xml.writeAttribute("name", check.id() + " " + check.title());
        xml.writeAttribute("time", seconds(result.time()));
        switch (result.verdict()) {
            case Passed _ -> {}
            case Skipped(String reason) -> {
                xml.writeEmptyElement("skipped");
                xml.writeAttribute("message", printable(reason));
            }
            case Failed failed -> {
                xml.writeStartElement("failure");
                xml.writeAttribute("message", printable(failed.message()));
                xml.writeCharacters(printable(text(check, failed)));
                xml.writeEndElement();
            }
        }
        xml.writeEndElement();
    }

    private static String text(Check check, Failed failed) {
        StringBuilder text = new StringBuilder(failed.message() + "\n");
        text.append("rule: \"" + check.serves().sentence() + "\" ("
                + check.serves().page().title() + ")\n");
        text.append("hint: " + check.lookAt() + "\n");
        failed.exchanges()
                .forEach(exchange -> text.append(
                        "\n--- request\n" + exchange.request() + "\n--- answer\n" + exchange.answer() + "\n"));
        return text.toString();
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.3f", time.toMillis() / 1000.0);
    }

    /** XML has no way at all to write most control characters. */
    private static String printable(String text) {
        return text.codePoints()
                .map(point -> isXml(point) ? point : 0xFFFD)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isXml(int point) {
        return point == '\t'
                || point == '\n'
                || point == '\r'
                || (point >= 0x20 && point <= 0xD7FF)
                || (point >= 0xE000 && point <= 0xFFFD)
                || point >= 0x10000;
    }
}
