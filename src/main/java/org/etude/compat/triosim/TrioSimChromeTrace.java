// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim;

import java.io.IOException;
import java.nio.file.Path;
import org.etude.analysis.ChromeTraceWriter;
import org.etude.analysis.TraceJson;
import org.etude.compat.triosim.trace.TimedMessage;
import org.etude.compat.triosim.trace.TimedOp;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimException.Reason;
import org.etude.report.IoReason;

/**
 * Writes a timeline as a Chrome trace for Perfetto and chrome://tracing: a process per GPU, a thread per micro-batch.
 * Messages are asynchronous slices of their receiver, because several may be in flight at once. Times in us.
 */
public final class TrioSimChromeTrace {
    private static final double US = 1e6;
    private static final TraceJson.Name FROM = TraceJson.Name.of("from");
    private static final TraceJson.Name BYTES = TraceJson.Name.of("bytes");

    private final ChromeTraceWriter out;

    private TrioSimChromeTrace(ChromeTraceWriter out) {
        this.out = out;
    }

    /**
     * Writes a file, completely or not at all.
     *
     * @throws TrioSimException when it cannot be written
     */
    public static void write(TrioSimTimeline timeline, Path file) {
        try {
            ChromeTraceWriter.write(file, head -> {}, events -> new TrioSimChromeTrace(events).write(timeline));
        } catch (IOException e) {
            throw new TrioSimException(Reason.INPUT, IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e));
        }
    }

    private void write(TrioSimTimeline timeline) throws IOException {
        for (TimedOp op : timeline.ops()) {
            out.begin(op.recorded().name(), op.recorded().stage().name(), "X", op.gpu(), op.microBatch());
            out.micros(ChromeTraceWriter.START, op.start() * US);
            out.micros(ChromeTraceWriter.DURATION, (op.end() - op.start()) * US);
            out.end();
        }
        for (TimedMessage message : timeline.messages()) {
            edge(message, "b", message.sent());
            edge(message, "e", message.arrived());
        }
    }

    private void edge(TimedMessage message, String phase, double time) throws IOException {
        out.begin(message.kind().label(), "message", phase, message.to(), message.microBatch());
        out.micros(ChromeTraceWriter.START, time * US);
        out.id(message.number());
        if (phase.equals("b")) {
            out.args(args -> {
                args.whole(FROM, message.from());
                args.whole(BYTES, message.bytes());
            });
        }
        out.end();
    }
}
