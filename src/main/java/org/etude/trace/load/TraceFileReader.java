// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.ZipException;
import org.etude.report.Report;
import org.etude.spec.LoadOptions;
import org.etude.trace.database.BadRecording;
import org.etude.trace.device.ColumnDeviceTrace;
import org.etude.trace.device.EventReader;
import org.etude.trace.file.FileName;
import org.etude.trace.file.TraceKind;
import org.etude.trace.file.TraceSource;
import org.etude.trace.json.BadJson;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.TraceException;
import org.etude.trace.model.TraceHeader;

/** Reads one file; errors state what is wrong, where, and what to do. */
final class TraceFileReader {
    private final TraceSource source;
    private final FileName name;
    private final LoadOptions options;
    private final FileFindings findings;

    private TraceFileReader(TraceSource source, FileName name, LoadOptions options) {
        this.source = source;
        this.name = name;
        this.options = options;
        this.findings = new FileFindings(source.display());
    }

    /**
     * Reads a file.
     *
     * @throws TraceException when it is broken
     */
    static LoadedFile read(TraceSource source, FileName name, LoadOptions options) {
        return new TraceFileReader(source, name, options).read();
    }

    private LoadedFile read() {
        TopLevel top = null;
        try (InputStream in = source.open()) {
            JsonCursor cursor = new JsonCursor(in);
            top = new TopLevel(cursor, options.keepInputs());
            fill(top, cursor);
            return result(top);
        } catch (IOException e) {
            throw unpackable(e, top, 0);
        } catch (OutOfMemoryError e) {
            throw new TraceException(
                    where() + "does not fit in memory after " + count(top == null ? 0 : top.records()) + " records.",
                    "Give Java more memory (-Xmx), load fewer ranks at once, or profile fewer steps.",
                    Report.empty(),
                    e);
        }
    }

    private void fill(TopLevel top, JsonCursor cursor) {
        try {
            top.read();
            if (top.trailing()) {
                findings.trailing(cursor.offset());
            }
        } catch (BadJson e) {
            boolean keep = e.ended() && options.keepTruncated() && hasRecords(top);
            if (!keep) {
                throw broken(e, top);
            }
            findings.truncated(e.offset(), top.records());
        } catch (UncheckedIOException e) {
            boolean ended = e.getCause() instanceof EOFException;
            if (!ended || !options.keepTruncated() || !hasRecords(top)) {
                throw unpackable(e.getCause(), top, cursor.offset());
            }
            findings.truncated(cursor.offset(), top.records());
        }
    }

    private static boolean hasRecords(TopLevel top) {
        return top.nodes() != null || top.events() != null;
    }

    private LoadedFile result(TopLevel top) {
        String file = source.display();
        if (top.events() != null) {
            EventReader events = top.events();
            TraceHeader header = top.head().build(file, events.names());
            long[] processes = events.processes();
            ColumnDeviceTrace device = events.build(header);
            findings.payloads(top.head().payloads());
            findings.device(device, events);
            return new LoadedFile(
                    source, name, TraceKind.DEVICE, null, device, top.head().hostName(), processes, findings.rows());
        }
        if (top.nodes() != null) {
            boolean linked = top.nodes().timed() > 0;
            HostTrace host = top.nodes().build(top.hostHeader(file));
            findings.host(host, top.nodes());
            long[] process = {host.header().pid()};
            return new LoadedFile(
                    source, name, linked ? TraceKind.LINKED : TraceKind.HOST, host, null, "", process, findings.rows());
        }
        return new LoadedFile(source, name, TraceKind.OTHER, null, null, "", new long[0], findings.rows());
    }

    private TraceException broken(BadJson e, TopLevel top) {
        String at = " at byte " + count(e.offset()) + " (record " + count(top.records() + 1) + ").";
        if (e.ended() && top.records() == 0 && e.offset() == 0) {
            return new TraceException(
                    where() + "the file is empty: it ends at byte 0.",
                    "Recording or copying failed. Record this rank again, or remove the file.",
                    Report.empty(),
                    e);
        }
        String what = e.ended() && hasRecords(top) ? "JSON ends inside " + top.inside() : e.getMessage();
        String advice = !e.advice().isEmpty()
                ? e.advice()
                : e.ended()
                        ? "The file was probably copied while it was still being written, or the recording crashed. "
                                + again()
                        : "The file is damaged or is not JSON. Copy or record it again.";
        return new TraceException(where() + what + at, advice, Report.empty(), e);
    }

    private TraceException unpackable(IOException e, TopLevel top, long offset) {
        String at = " after byte " + count(offset) + " of the unpacked text (record "
                + count(top == null ? 1 : top.records() + 1) + ").";
        if (e instanceof EOFException) {
            return new TraceException(where() + "the compressed file is truncated" + at, again(), Report.empty(), e);
        }
        String what = e instanceof ZipException ? "the compressed file is damaged" : "cannot be read";
        return new TraceException(
                where() + what + " (" + e.getMessage() + ")" + at,
                e instanceof BadRecording bad ? bad.advice() : "Check the file, or copy it again.",
                Report.empty(),
                e);
    }

    /** Advice for a truncated file; with keepTruncated this is reached only if no record is complete. */
    private String again() {
        return options.keepTruncated()
                ? "Copy it again, or remove the file: it has no complete record to keep."
                : "Copy it again, or load with keepTruncated (--keep-truncated) to keep the complete records before that point.";
    }

    private String where() {
        return source.display() + ": " + (name.rank() < 0 ? "" : "rank " + name.rank() + ": ");
    }

    private static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
