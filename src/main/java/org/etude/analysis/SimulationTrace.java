// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.io.IOException;
import java.util.Locale;
import org.etude.analysis.TraceJson.Name;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Progress;
import org.etude.sim.program.RankProgram;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.PhaseColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.CollectiveType;

/**
 * Writes a simulated run into a Chrome trace: one process per rank, with a thread each for compute, host, communication
 * and memory, one for receives, and one per queue of collectives if phases are recorded. Concurrent work goes to
 * further threads, because viewers require nested slices. Arrows show dependencies between threads (including launches)
 * and the ranks of each collective and message. Counters and, as a separate process, the critical path follow. Linear
 * in the nodes, except for the path.
 */
final class SimulationTrace {
    private static final Name NODE = Name.of("node");
    private static final Name RESOURCE = Name.of("resource");
    private static final Name UNFINISHED = Name.of("unfinished");
    private static final Name DIM = Name.of("dim");
    private static final Name BYTES = Name.of("bytes");
    private static final Name QUEUED = Name.of("queued_ns");

    private final SimulationResult result;
    private final OpColumns ops;
    private final TraceProcesses processes;
    private final ChromeTraceWriter out;
    private final TraceThreads threads;

    private SimulationTrace(SimulationResult result, OpColumns ops, TraceProcesses processes, ChromeTraceWriter out) {
        this.processes = processes;
        this.result = result;
        this.ops = ops;
        this.out = out;
        threads = TraceThreads.of(ops, result.phases().orElse(null), result.ticks());
    }

    /** Writes the events. Nodes running when the run was stopped extend to that time. */
    static void write(SimulationResult result, OpColumns ops, TraceProcesses processes, ChromeTraceWriter out)
            throws IOException {
        SimulationTrace trace = new SimulationTrace(result, ops, processes, out);
        trace.names();
        trace.ops();
        if (result.phases().isPresent()) {
            trace.phases(result.phases().get());
        }
        trace.dependencies();
        trace.rounds();
        trace.counters();
        PathTrack.write(
                out, processes.of(ops.ranks()), processes.pathName(), rank -> rank, CriticalPath.of(result), ops);
    }

    private void names() throws IOException {
        int before = -1;
        for (TraceThreads.Thread thread : threads.used()) {
            int process = processes.of(thread.rank());
            if (thread.rank() != before) {
                out.process(process, processes.name(thread.rank()));
                before = thread.rank();
            }
            out.name("thread_name", process, thread.number(), thread.name());
        }
    }

    /** Arrows from each node to its dependants on other threads; not along a host thread. */
    private void dependencies() throws IOException {
        for (int rank = 0; rank < ops.ranks(); rank++) {
            Progress.checkInterrupted();
            RankProgram program = ops.program(rank);
            int first = ops.firstOf(rank);
            for (int parent = 0; parent < program.size; parent++) {
                TimedSlice from = slice(first + parent);
                for (int c = program.childStart[parent]; c < program.childStart[parent + 1]; c++) {
                    int child = first + program.children[c];
                    TimedSlice to = slice(child);
                    boolean next = isHost(first + parent) && program.slot[parent] == program.slot[child - first];
                    if (to.thread() != from.thread() && to.from() >= from.from() && !next) {
                        boolean launch = isHost(first + parent) && !isHost(child);
                        from.arrow(launch ? "launch" : "dependency", to, out);
                    }
                }
            }
        }
    }

    /** Arrows from the last rank to arrive to each of the others; for a message from the sender to the receiver. */
    private void rounds() throws IOException {
        CollectiveRounds rounds = new CollectiveRounds(ops, result.scenario().groups());
        for (int row = 0; row < ops.size(); row++) {
            int last = ops.issued(row) < 0 ? -1 : rounds.lastToJoin(row);
            if (last >= 0 && last != row) {
                slice(last).arrow(ops.type(row) == EtNodeType.COMM_RECV ? "send" : "collective", slice(row), out);
            }
        }
    }

    private void counters() throws IOException {
        CommCounters[] calls = new CommCounters[ops.ranks()];
        CounterTrack[] running = new CounterTrack[ops.ranks()];
        for (int rank = 0; rank < calls.length; rank++) {
            calls[rank] = new CommCounters();
            running[rank] = new CounterTrack("nodes running off the host", "nodes", 1);
        }
        SimulatedCalls.visit(
                ops,
                result.scenario().groups(),
                (row, call) -> calls[call.rank()].add(
                        call.type(),
                        call.groupSize(),
                        call.bytes(),
                        ops.ended(row) - call.transferNanos(),
                        ops.ended(row)));
        for (int row = 0; row < ops.size(); row++) {
            if (ops.issued(row) >= 0 && !isHost(row)) {
                running[ops.rank(row)].add(ops.issued(row), end(row), 1);
            }
        }
        for (int rank = 0; rank < calls.length; rank++) {
            running[rank].write(out, processes.of(rank));
            calls[rank].write(out, processes.of(rank));
        }
    }

    private boolean isHost(int row) {
        return ops.resource(row).equals("cpu");
    }

    private long end(int row) {
        return ops.ended(row) < 0 ? result.ticks() : ops.ended(row);
    }

    private TimedSlice slice(int row) {
        return ops.issued(row) < 0
                ? TimedSlice.NONE
                : new TimedSlice(processes.of(ops.rank(row)), threads.ofOp(row), ops.issued(row), end(row));
    }

    private void ops() throws IOException {
        for (int i = 0; i < ops.size(); i++) {
            int row = i;
            if (ops.issued(row) >= 0) {
                boolean unfinished = ops.ended(row) < 0;
                String type = ops.type(row).name().toLowerCase(Locale.ROOT);
                out.begin(ops.name(row), type, "X", processes.of(ops.rank(row)), threads.ofOp(row));
                span(ops.issued(row), end(row));
                out.args(args -> {
                    args.whole(NODE, ops.node(row));
                    args.text(RESOURCE, ops.resource(row));
                    if (unfinished) {
                        args.flag(UNFINISHED, true);
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
            out.begin(name, "phase", "X", processes.of(phases.rank()[row]), threads.ofPhase(row));
            span(phases.started()[row], phases.ended()[row]);
            out.args(args -> {
                args.whole(NODE, phases.node()[row]);
                args.whole(DIM, phases.dim()[row]);
                args.whole(BYTES, phases.bytes()[row]);
                args.whole(QUEUED, phases.started()[row] - phases.entered()[row]);
            });
            out.end();
        }
    }

    private void span(long from, long to) throws IOException {
        out.nanos(ChromeTraceWriter.START, from);
        out.nanos(ChromeTraceWriter.DURATION, to - from);
    }
}
