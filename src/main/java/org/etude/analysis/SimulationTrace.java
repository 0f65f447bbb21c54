// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.etude.report.IoReason;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.PhaseColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.CollectiveType;
import org.etude.spec.SimulationException;

/**
 * Writes a simulated run as a Chrome trace, which Perfetto and chrome://tracing open: one process per rank; in it a thread for
 * compute, host, communication and memory, one for receives, and one for each queue of collectives when phases are recorded.
 * What runs side by side in one of them goes to further threads, as viewers want slices of a thread nested. Times in us.
 */
public final class SimulationTrace {
    private final SimulationResult result;
    private final OpColumns ops;
    private final ChromeTraceWriter out;
    private final TraceThreads threads;

    private SimulationTrace(SimulationResult result, OpColumns ops, ChromeTraceWriter out) {
        this.result = result;
        this.ops = ops;
        this.out = out;
        threads = TraceThreads.of(ops, result.phases().orElse(null), result.ticks());
    }

    /**
     * Writes a file whole or not at all. What was running when the run was stopped reaches to that moment.
     *
     * @throws SimulationException when ops were not recorded or the file cannot be written
     */
    public static void write(SimulationResult result, Path file) {
        OpColumns ops = result.ops()
                .orElseThrow(() -> new SimulationException(
                        "the run recorded no ops", "Record OPS, and COLLECTIVES for the phases too."));
        try {
            ChromeTraceWriter.write(
                    file,
                    head -> head.writeStringField("displayTimeUnit", "ns"),
                    events -> new SimulationTrace(result, ops, events).write());
        } catch (IOException e) {
            throw new SimulationException(
                    file + ": cannot be written: " + IoReason.of(e),
                    IoReason.advice(e, "Choose a directory that can be written."));
        }
    }

    private void write() throws IOException {
        names();
        ops();
        if (result.phases().isPresent()) {
            phases(result.phases().get());
        }
    }

    private void names() throws IOException {
        int before = -1;
        for (TraceThreads.Thread thread : threads.used()) {
            if (thread.rank() != before) {
                out.name("process_name", thread.rank(), 0, "rank " + thread.rank());
                before = thread.rank();
            }
            out.name("thread_name", thread.rank(), thread.number(), thread.name());
        }
    }

    private void ops() throws IOException {
        for (int i = 0; i < ops.size(); i++) {
            int row = i;
            if (ops.issued(row) >= 0) {
                boolean unfinished = ops.ended(row) < 0;
                String type = ops.type(row).name().toLowerCase(Locale.ROOT);
                out.begin(ops.name(row), type, "X", ops.rank(row), threads.ofOp(row));
                span(ops.issued(row), unfinished ? result.ticks() : ops.ended(row));
                out.args(args -> {
                    args.writeNumberField("node", ops.node(row));
                    args.writeStringField("resource", ops.resource(row));
                    if (unfinished) {
                        args.writeBooleanField("unfinished", true);
                    }
                });
                out.end();
            }
        }
    }

    private void phases(PhaseColumns phases) throws IOException {
        for (int i = 0; i < phases.size(); i++) {
            int row = i;
            int kind = phases.kind()[row];
            String what =
                    kind < 0 ? "custom" : CollectiveType.values()[kind].name().toLowerCase(Locale.ROOT);
            String name = what + " chunk " + phases.chunk()[row];
            out.begin(name, "phase", "X", phases.rank()[row], threads.ofPhase(row));
            span(phases.started()[row], phases.ended()[row]);
            out.args(args -> {
                args.writeNumberField("node", phases.node()[row]);
                args.writeNumberField("dim", phases.dim()[row]);
                args.writeNumberField("bytes", phases.bytes()[row]);
                args.writeNumberField("queued_ns", phases.started()[row] - phases.entered()[row]);
            });
            out.end();
        }
    }

    private void span(long from, long to) throws IOException {
        out.nanos("ts", from);
        out.nanos("dur", to - from);
    }
}
