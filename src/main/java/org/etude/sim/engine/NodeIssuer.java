// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.List;
import java.util.stream.Stream;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.sim.event.EventTag;
import org.etude.sim.event.Transport;
import org.etude.sim.memory.Roofline;
import org.etude.sim.program.CommStreams;
import org.etude.sim.program.NodeValues;
import org.etude.sim.program.RankProgram;
import org.etude.sim.program.RankWorkload;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.topology.graph.TopologyDim;

/** Starts nodes according to their types. */
final class NodeIssuer implements RankWorkload.Issuer {
    private final Engine engine;
    private final SystemSpec system;
    private final boolean compat;
    private final CollectiveIssuer collectives;
    final PairExchanges exchanges;
    final TreeBroadcasts broadcasts;
    /** Null where all communication of a rank shares one resource. */
    private final CallOrder order;

    private final Roofline roofline;
    private final NodeValues values;

    NodeIssuer(Engine engine, CollectiveIssuer collectives) {
        this.engine = engine;
        this.exchanges = new PairExchanges(engine, collectives.groups());
        this.broadcasts = new TreeBroadcasts(engine, collectives.groups());
        this.system = engine.scenario.system();
        this.compat = engine.scenario.options().compat();
        this.order = CommStreams.of(engine.scenario.options()).namesThreads() ? new CallOrder() : null;
        this.collectives = collectives;
        this.roofline = Roofline.of(system);
        this.values = new NodeValues(engine.scenario.ranks().size());
    }

    @Override
    public void issue(RankWorkload rank, int node) {
        long delay = rank.program.delayNs(node, engine.queue.now(), rank.ended);
        if (delay > 0) {
            engine.events.plan(rank.rank, delay, EventTag.of(EventTag.HELD_BACK, rank.rank, node), 0);
        } else {
            begin(rank, node);
        }
    }

    /** Starts a node that is no longer held back. */
    void begin(RankWorkload rank, int node) {
        RankProgram program = rank.program;
        if (system.replayOnly()) {
            replay(rank, node);
            return;
        }
        if (engine.recorded != null && program.type[node].isComm()) {
            engine.recorded.reach(rank, node);
            return;
        }
        boolean onHost = !compat && program.type[node].isComm() && program.hostBackend(node);
        if (order == null || !onHost || program.type[node] != EtNodeType.COMM_COLL) {
            beginInTurn(rank, node, onHost);
            return;
        }
        for (int next = node; next >= 0 && order.mayBegin(rank, next); next = order.behind(rank, next)) {
            beginInTurn(rank, next, true);
        }
    }

    private void beginInTurn(RankWorkload rank, int node, boolean onHost) {
        RankProgram program = rank.program;
        if (engine.underWay != null && onHost) {
            engine.underWay.reached(rank, node);
        }
        switch (program.type[node]) {
            case COMP -> compute(rank, node);
            case MEM_LOAD, MEM_STORE -> memory(rank, node);
            case COMM_SEND -> send(rank, node);
            case COMM_RECV -> receive(rank, node);
            case COMM_COLL -> collective(rank, node);
            default -> rank.end(node, engine.queue.now());
        }
    }

    private void replay(RankWorkload rank, int node) {
        long ns = NodeValues.ownNs(rank.program, node, rank.rank, engine.timed != null);
        work(rank, node, ns == 0 ? 1 : ns);
    }

    private void work(RankWorkload rank, int node, long ns) {
        if (!rank.program.cpuOp[node]) {
            rank.gpuNs += ns;
        }
        engine.events.plan(rank.rank, ns, EventTag.of(EventTag.NODE, rank.rank, node), 0);
    }

    private void compute(RankWorkload rank, int node) {
        RankProgram program = rank.program;
        if (engine.pace != null && program.isSlowed(node)) {
            engine.pace.begin(rank, node);
            return;
        }
        if (!system.roofline() || program.cpuOp[node]) {
            replay(rank, node);
            return;
        }
        long operations = NodeValues.amount(rank, node, program.numOps[node], EtNames.NUM_OPS);
        long bytes = NodeValues.amount(rank, node, program.tensorSize[node], EtNames.TENSOR_SIZE);
        if (bytes == 0) {
            engine.findings.warn(
                    rank.rank,
                    program.describe(node),
                    "tensor_size is 0",
                    "the roofline model needs it",
                    "the node takes no time");
            rank.end(node, engine.queue.now());
        } else {
            work(rank, node, nanos(rank, node, operations, bytes));
        }
    }

    private long nanos(RankWorkload rank, int node, long operations, long bytes) {
        if (operations > 0 && !(roofline.performance(roofline.intensity(operations, bytes)) > 0)) {
            throw new SimulationException(
                    "rank " + rank.rank + ": " + rank.program.describe(node)
                            + " never ends: the roofline model has peak-perf " + system.peakTflops()
                            + " TFLOPS and local-mem-bw " + system.localMemoryGBps() + " GB/s",
                    "Give both above 0 in the system file.");
        }
        return roofline.nanos(operations, bytes);
    }

    /** Exchanges and broadcasts that some of their ranks have reached and others have not. */
    List<String> waiting() {
        return Stream.concat(exchanges.waiting().stream(), broadcasts.waiting().stream())
                .toList();
    }

    private void memory(RankWorkload rank, int node) {
        if (engine.scenario.memory().kind() == RemoteMemorySpec.Kind.NO_MEMORY_EXPANSION) {
            throw new SimulationException(
                    "rank " + rank.rank + ": " + rank.program.describe(node)
                            + " uses remote memory but the system has none (NO_MEMORY_EXPANSION)",
                    "Give a remote-memory configuration of another type, or remove the memory nodes with repair().");
        }
        engine.memory.access(
                rank.rank, node, NodeValues.amount(rank, node, rank.program.tensorSize[node], EtNames.TENSOR_SIZE));
    }

    private void send(RankWorkload rank, int node) {
        long src = rank.program.attribute(node, EtNames.COMM_SRC, rank.rank);
        long dst = NodeValues.attribute(rank, node, EtNames.COMM_DST);
        if (src != rank.rank) {
            throw new SimulationException(
                    "rank " + rank.rank + ": " + rank.program.describe(node) + " sends for rank " + src,
                    "Set comm_src to the rank of the trace.");
        }
        int to = peer(rank, node, dst, "sends to");
        int tag = (int) (NodeValues.attribute(rank, node, EtNames.COMM_TAG) % Transport.TAG_RANGE);
        long bytes = values.messageBytes(rank, node);
        if (engine.timed != null) {
            engine.timed.send(tag, rank.rank, to, bytes, node, rank.program.hostBackend(node));
            return;
        }
        warnOfSeveralDims(rank.rank, to);
        engine.transport.send(tag, rank.rank, to, bytes, EventTag.of(EventTag.NODE, rank.rank, node));
    }

    private void warnOfSeveralDims(int from, int to) {
        SimOptions options = engine.scenario.options();
        // On a graph a message pays for its whole path.
        if (options.fidelity() != Fidelity.ANALYTIC
                || options.paysEveryDim()
                || engine.scenario.topology().physical().isPresent()) {
            return;
        }
        int differing = 0;
        for (int d = 0; d < engine.scenario.topology().size(); d++) {
            differing += engine.scenario.topology().hops(d, from, to) > 0 ? 1 : 0;
        }
        if (differing > 1) {
            engine.findings.warn(
                    -1,
                    engine.scenario.topology().toString(),
                    "messages differ in several dimensions",
                    "as in ASTRA-sim only the first of them takes time",
                    "without compat, or with everyDim(true), each of them does");
        }
    }

    private void receive(RankWorkload rank, int node) {
        int from = peer(rank, node, NodeValues.attribute(rank, node, EtNames.COMM_SRC), "receives from");
        int tag = (int) (NodeValues.attribute(rank, node, EtNames.COMM_TAG) % Transport.TAG_RANGE);
        long bytes = values.messageBytes(rank, node);
        if (engine.timed != null) {
            engine.timed.receive(tag, from, rank.rank, bytes, node);
            return;
        }
        engine.transport.receive(tag, from, rank.rank, bytes, EventTag.of(EventTag.NODE, rank.rank, node));
    }

    private int peer(RankWorkload rank, int node, long other, String what) {
        int ranks = engine.scenario.ranks().size();
        if (other < 0 || other >= ranks || other == rank.rank) {
            throw new SimulationException(
                    "rank " + rank.rank + ": " + rank.program.describe(node) + ' ' + what + " rank " + other + " of "
                            + ranks,
                    "Give another rank of the job, 0 to " + (ranks - 1) + '.');
        }
        return (int) other;
    }

    private void collective(RankWorkload rank, int node) {
        RankProgram program = rank.program;
        CollectiveType type =
                CollectiveType.ofNumber(NodeValues.require(rank, node, program.commType[node], EtNames.COMM_TYPE));
        if (engine.timed != null && type != null && !program.cpuOp[node]) {
            collectives.timed(rank, node, type, values.messageBytes(rank, node));
            return;
        }
        if (!compat && exchanges.carries(rank, node, type)) {
            exchanges.reach(rank, node, type, values.messageBytes(rank, node));
            return;
        }
        if (!compat && broadcasts.carries(rank, node, type)) {
            broadcasts.reach(rank, node, values.messageBytes(rank, node));
            return;
        }
        if (type == CollectiveType.BROADCAST) {
            warnOfRecordedTime(program, node);
            long ns = Math.max(1, NodeValues.duration(rank, node));
            engine.events.plan(rank.rank, ns, EventTag.of(EventTag.NODE, rank.rank, node), 0);
            return;
        }
        CollectiveType kind = compat ? scheduled(type) : substitute(rank, node, type);
        if (kind == null || program.cpuOp[node]) {
            throw new SimulationException(
                    "rank " + rank.rank + ": " + program.describe(node)
                            + (kind == null
                                    ? " is a collective of type " + (type == null ? program.commType[node] : type)
                                            + ", which is not simulated"
                                    : " is a collective marked as a host operator"),
                    kind == null
                            ? "Use all-reduce, all-gather, reduce-scatter, all-to-all or broadcast; repair() replaces others."
                            : "Set is_cpu_op to false.");
        }
        long bytes = values.messageBytes(rank, node);
        if (!collectives.issue(rank, node, kind, bytes) && !compat) {
            // Nothing to send, as in a job of one rank: it finishes at once.
            warnOfNoDimension(rank, node);
            engine.events.plan(rank.rank, 0, EventTag.of(EventTag.NODE, rank.rank, node), 0);
        }
    }

    /** As in ASTRA-sim, which has no schedule of a broadcast. */
    private void warnOfRecordedTime(RankProgram program, int node) {
        if (!compat && program.isRecorded(node)) {
            engine.findings.warn(
                    -1,
                    "BROADCAST",
                    "broadcasts keep their recorded time",
                    "messages are simulated of those that gloo carries only, along its tree; repair also turns collectives"
                            + " of unknown type into broadcasts",
                    "no network changes them; with timed collectives (--calibration) they take the time of their size");
        }
    }

    private void warnOfNoDimension(RankWorkload rank, int node) {
        boolean[] asked = rank.program.involved[node];
        List<TopologyDim> dims = engine.scenario.topology().dims();
        for (int d = 0; asked != null && d < Math.min(asked.length, dims.size()); d++) {
            if (asked[d] && dims.get(d).npus() > 1) {
                throw new SimulationException(
                        "rank " + rank.rank + ": " + rank.program.describe(node) + " asks for dimension " + d
                                + " alone, but an algorithm over all nodes at once (oneRing, oneDirect,"
                                + " oneHalvingDoubling) has a single dimension; ASTRA-sim waits indefinitely",
                        "Name an algorithm for each dimension in the system file, or drop involved_dim.");
            }
        }
        if (rank.program.involved[node] != null && engine.scenario.ranks().size() > 1) {
            engine.findings.warn(
                    rank.rank,
                    rank.program.describe(node),
                    "involved_dim leaves no dimension of two or more ranks",
                    "ASTRA-sim waits for such a collective indefinitely",
                    "nothing is sent and the node takes no time");
        }
    }

    private static CollectiveType scheduled(CollectiveType type) {
        return type != null && type.isScheduled() ? type : null;
    }

    /** The type that replaces a collective without a schedule of its own; adds a finding. */
    private CollectiveType substitute(RankWorkload rank, int node, CollectiveType type) {
        CollectiveType kind = scheduled(type);
        if (kind == CollectiveType.REDUCE_SCATTER && rank.program.backend(node).equals("gloo")) {
            kind = CollectiveType.ALL_REDUCE;
            engine.findings.info(
                    "reduce-scatters of gloo run as all-reduces",
                    "gloo has no reduce-scatter of its own and reduces every part to all ranks",
                    "they move twice the bytes");
        } else if (kind == null && type != null) {
            kind = type.substitute();
            engine.findings.warn(
                    -1,
                    type.name(),
                    "runs as " + kind,
                    "it has no message schedule of its own; this one moves at least as many bytes and waits for the same ranks",
                    "its time is an upper bound");
        }
        return kind;
    }
}
