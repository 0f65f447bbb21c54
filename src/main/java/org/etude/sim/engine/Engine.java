// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.network.analytic.TieLedger;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.MessageListener;
import org.etude.network.queue.MessageLog;
import org.etude.network.queue.MessageNetwork;
import org.etude.network.queue.Messages;
import org.etude.network.queue.NetworkFactory;
import org.etude.sim.event.EventTag;
import org.etude.sim.event.FinishOrder;
import org.etude.sim.event.SysEvents;
import org.etude.sim.event.Transport;
import org.etude.sim.memory.RemoteMemory;
import org.etude.sim.memory.SharedBus;
import org.etude.sim.program.CommStreams;
import org.etude.sim.program.FindingLog;
import org.etude.sim.program.Groups;
import org.etude.sim.program.Machines;
import org.etude.sim.program.ProgramChecks;
import org.etude.sim.program.RankProgram;
import org.etude.sim.program.RankWorkload;
import org.etude.sim.spec.Scenario;
import org.etude.sim.timed.RecordedTransfers;
import org.etude.sim.timed.SharedNetwork;
import org.etude.sim.timed.TimedTransfers;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.spec.TransferTimes;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;

/**
 * One run: the ranks, their streams and the network on one clock. The core of {@link org.etude.sim.Simulator
 * Simulator}.
 */
public final class Engine implements MessageListener, SysEvents.Target, RankStreams.Listener {
    /** ASTRA-sim's endpoint delay in groups smaller than the system. */
    private static final int LOCAL_ENDPOINT_NS = 10;

    public final Scenario scenario;
    public final EventQueue queue = new EventQueue();
    public final MessageNetwork network;
    public final Messages messages;
    public final Transport transport;
    final SysEvents events;
    /** By rank; null for ranks that another one represents. */
    public final RankWorkload[] ranks;
    /** The simulated ranks, ascending. */
    public final List<RankWorkload> simulated = new ArrayList<>();

    public final StreamTable table = new StreamTable();
    public final Recorder recorder;
    public final FindingLog findings;
    final RemoteMemory memory;
    public final WorkCount work;
    /** The symmetry reduction, or null when every rank is simulated. */
    public final RankReduction reduction;

    /** All messages, or null when they are not recorded. */
    public final MessageLog log;

    /** Ends transfers after their measured times, or null when messages are simulated. */
    public final TimedTransfers timed;

    /** The network of {@link #timed} if all ranks share a machine, otherwise null. */
    private SharedNetwork shared;

    /** The pace of host work that collectives on the host slow down, or null when none is slowed. */
    HostPace pace;

    HostTransfersUnderWay underWay;

    /** Parts of all-to-alls that are unequal; null where they count as equal, as in ASTRA-sim. */
    UnevenAllToAlls uneven;

    /** Ends transfers after their recorded times, or null when messages are simulated. */
    public final RecordedTransfers recorded;

    private final RankStreams[][] streams;
    private final CollectiveIssuer collectives;
    private final NodeIssuer issuer;
    private final SharedBus bus;
    private final long endpointNs;
    private final double memoryBytesPerSecond;
    private final FinishOrder finishOrder;

    public Engine(Scenario scenario, NetworkFactory factory) {
        this(scenario, factory, null);
    }

    /** Creates an engine for all ranks or, if {@code reduction} is not null, for the ranks that represent all. */
    public Engine(Scenario scenario, NetworkFactory factory, RankReduction reduction) {
        this.scenario = scenario;
        this.reduction = reduction;
        SimOptions options = scenario.options();
        SystemSpec system = scenario.system();
        int n = reduction == null ? scenario.ranks().size() : reduction.span();
        TieLedger ledger = reduction == null ? null : reduction.ledger();
        network = factory.on(queue);
        messages = new Messages(queue, network);
        messages.listen(this);
        log = log(options);
        findings = new FindingLog(system.findings());
        recorder = new Recorder(options.keeps(SimOptions.Recording.COLLECTIVES), ledger);
        transport = new Transport(messages, options.rendezvous(), reduction == null ? null : reduction.symmetries());
        events = new SysEvents(queue, n, this, ledger);
        memory = new RemoteMemory(scenario.memory(), events, n);
        bus = system.bus() == null ? null : new SharedBus(system.bus(), events, queue::now, n);
        endpointNs = endpointNs(system, options);
        memoryBytesPerSecond = system.localMemoryGBps() * 1e9;
        ranks = new RankWorkload[n];
        timed = timedTransfers(options);
        finishOrder = new FinishOrder(n);
        streams = new RankStreams[n][];
        collectives = new CollectiveIssuer(this);
        issuer = new NodeIssuer(this, collectives);
        work = new WorkCount(options.fidelity() == Fidelity.PACKET, n);
        prepare(n, options, system);
        recorded = recordedTransfers(options);
        unknownToTheNetwork(options);
        SteadyRounds.install(this);
    }

    private MessageLog log(SimOptions options) {
        if (!options.keeps(SimOptions.Recording.MESSAGES)) {
            return null;
        }
        MessageLog all = new MessageLog();
        messages.record(all);
        return all;
    }

    private TimedTransfers timedTransfers(SimOptions options) {
        TransferTimes times = options.times().orElse(null);
        if (times == null) {
            return null;
        }
        TimedRun run = new TimedRun(events, queue, findings, ranks);
        if (reduction == null && Machines.isOne(scenario.ranks())) {
            shared = new SharedNetwork(times, run, run);
            return shared.transfers();
        }
        return new TimedTransfers(times, run);
    }

    private RecordedTransfers recordedTransfers(SimOptions options) {
        return timed == null && options.fidelity() == Fidelity.RECORDED
                ? new RecordedTransfers(simulated, collectives.groups(), new TimedRun(events, queue, findings, ranks))
                : null;
    }

    /** Truncated, and scaled only if it is given, as in ASTRA-sim. */
    private static long endpointNs(SystemSpec system, SimOptions options) {
        double scaled = system.endpointDelayNs() * (system.endpointDelayGiven() ? options.injectionScale() : 1);
        if (scaled > Integer.MAX_VALUE) {
            throw new SimulationException(
                    "endpoint-delay " + system.endpointDelayNs() + " ns times injection-scale "
                            + options.injectionScale() + " is more than " + Integer.MAX_VALUE + " ns",
                    "Reduce one of the two.");
        }
        return (long) scaled;
    }

    /** Reports features of the topology that the chosen network ignores. */
    private void unknownToTheNetwork(SimOptions options) {
        if (options.fidelity() != Fidelity.PACKET && scenario.topology().loses()) {
            findings.info(
                    "links lose packets, which this network does not model",
                    "only a packet network sends and loses packets",
                    "simulated without losses");
        }
        if (options.fidelity() == Fidelity.AWARE && scenario.topology().size() > 1) {
            severalAwareDims(options.compat());
        }
        if (options.fidelity() == Fidelity.AWARE || options.fidelity() == Fidelity.ANALYTIC) {
            defaultRates(options.compat());
        }
    }

    private void defaultRates(boolean compat) {
        LogicalTopology topology = scenario.topology();
        if (!compat
                && topology.size() > 1
                && topology.physical().isEmpty()
                && topology.dims().get(0).kind() != DimKind.RING
                && topology.dims().stream().allMatch(dim -> dim.bandwidth().equals(TopologyDim.DEFAULT_BANDWIDTH))) {
            findings.info(
                    "every dimension of " + topology + " has the default rate, " + TopologyDim.DEFAULT_BANDWIDTH,
                    "that is one port between nodes; GPUs within a node usually have faster links",
                    "transfers within nodes may take too long: give one rate per dimension, or a network by name, such"
                            + " as dgx-h100");
        }
    }

    private void severalAwareDims(boolean compat) {
        if (compat) {
            throw new SimulationException(
                    scenario.topology() + " has " + scenario.topology().size()
                            + " dimensions; ASTRA-sim's congestion-aware network supports one",
                    "Run without compat, where messages go through the dimensions in order.");
        }
        findings.warn(
                -1,
                scenario.topology().toString(),
                "several dimensions on the aware network",
                "ASTRA-sim refuses them",
                "messages go through the dimensions in order");
    }

    private void prepare(int n, SimOptions options, SystemSpec system) {
        Map<EtGraph, RankProgram> programs = new IdentityHashMap<>();
        int[] standIns = reduction == null ? null : reduction.standIns();
        for (int r = 0; r < n; r++) {
            if (standIns != null && standIns[r] != r) {
                continue;
            }
            RankProgram program = programs.get(scenario.ranks().get(r));
            if (program == null) {
                program = new RankProgram(scenario.ranks().get(r), CommStreams.of(options));
                programs.put(scenario.ranks().get(r), program);
                ProgramChecks.check(program, r, options.compat(), findings);
            }
            ranks[r] = new RankWorkload(r, program, issuer);
            simulated.add(ranks[r]);
            work.expect(program);
            streams[r] = new RankStreams[program.slots];
        }
        if (!options.compat() && reduction == null) {
            uneven = new UnevenAllToAlls(simulated, collectives.groups(), findings);
        }
        // Where transfers take their recorded times, so does host work.
        if (options.fidelity() != Fidelity.RECORDED && simulated.stream().anyMatch(rank -> rank.program.anyPaced())) {
            pace = new HostPace(this, Machines.of(scenario.ranks()));
            underWay = new HostTransfersUnderWay(this, collectives.groups(), pace, n);
        }
    }

    /**
     * The queues of a collective's chunks. Each communication stream has its own: chunks of different groups that wait
     * for each other's slots could deadlock.
     */
    RankStreams queues(RankWorkload rank, int node) {
        RankStreams[] ofRank = streams[rank.rank];
        int slot = rank.program.slot[node];
        if (ofRank[slot] == null) {
            ofRank[slot] = new RankStreams(
                    scenario.topology().size(),
                    scenario.options().queuesPerDim(),
                    scenario.system().activeChunks(),
                    scenario.system().intra(),
                    scenario.options().stallFree() || scenario.isPipelined(),
                    this);
        }
        return ofRank[slot];
    }

    public FinishOrder finishOrder() {
        return finishOrder;
    }

    /** Runs the first issue pass of every rank, in order, before the clock starts. */
    public void begin() {
        for (RankWorkload rank : simulated) {
            if (reduction != null) {
                reduction.begins(rank.rank);
            }
            rank.pass(0);
            settle(rank);
            if (!scenario.options().compat()) {
                finishIfIdle(rank);
            }
        }
    }

    /** A node has finished: its children may be issued. */
    void complete(RankWorkload rank, int node) {
        if (underWay != null && rank.program.type[node].isComm() && rank.program.hostBackend(node)) {
            underWay.ended(rank.rank, node);
        }
        rank.end(node, queue.now());
        work.ended(rank.program, node);
        rank.pass(queue.now());
        settle(rank);
        finishIfIdle(rank);
    }

    /** ASTRA-sim never issues nodes that became free during a pass when nothing else runs; Etude does. */
    private void settle(RankWorkload rank) {
        if (scenario.options().compat()) {
            return;
        }
        while (rank.stuck()) {
            rank.rescued++;
            rank.pass(queue.now());
        }
    }

    private void beginHeldBack(RankWorkload rank, int node) {
        rank.begins(node, queue.now());
        issuer.begin(rank, node);
        if (rank.ended[node] != RankWorkload.NEVER) {
            // It took no time, so no event will finish it.
            rank.pass(queue.now());
            settle(rank);
            finishIfIdle(rank);
        }
    }

    private void finishIfIdle(RankWorkload rank) {
        if (rank.idle() && rank.finishedAt == RankWorkload.NEVER) {
            rank.finishedAt = queue.now();
            finishOrder.add(rank.rank);
            if (reduction != null) {
                reduction.finished(rank.rank);
            }
        }
    }

    /** Schedules the endpoint work of a packet. */
    void bundle(ChunkStream stream, long bytes, boolean reduced, boolean fromHost, boolean sendBack) {
        long reduction = reduced ? reductionNs(bytes) : -1;
        boolean local = stream.phase().local();
        int rank = stream.dataset.rank;
        long token = EventTag.of(EventTag.BUNDLE, stream.slot, 0);
        if (bus == null || local) {
            events.plan(rank, local ? LOCAL_ENDPOINT_NS : endpointNs, token, reduction);
        } else {
            bus.pass(rank, bytes, reduced, fromHost, sendBack, new PassedBus(this, rank, token, reduction));
        }
    }

    /**
     * What follows when a packet has passed the bus. A record rather than a lambda, so that a checkpoint can hold it.
     */
    private record PassedBus(Engine engine, int rank, long token, long after) implements Runnable {
        @Override
        public void run() {
            engine.due(rank, token, after);
        }
    }

    private long reductionNs(long bytes) {
        return memoryBytesPerSecond == 0 ? 0 : 3 * (long) (bytes / memoryBytesPerSecond * 1e9);
    }

    /** The time of endpoint work for a packet of the whole system, in ns; -1 when it depends on a bus. */
    public long bundleNs(long bytes, boolean reduced) {
        return bus != null ? -1 : endpointNs + (reduced ? reductionNs(bytes) : 0);
    }

    /** The time of endpoint work for a packet of a chunk, in ns; -1 when it depends on a bus. */
    long bundleNs(ChunkStream stream, long bytes, boolean reduced) {
        return stream.phase().local()
                ? LOCAL_ENDPOINT_NS + (reduced ? reductionNs(bytes) : 0)
                : bundleNs(bytes, reduced);
    }

    @Override
    public void due(int rank, long token, long extra) {
        switch (EventTag.kind(token)) {
            case EventTag.BUNDLE -> {
                if (extra >= 0) {
                    events.plan(rank, extra, EventTag.of(EventTag.BUNDLE_REDUCED, EventTag.a(token), 0), 0);
                } else {
                    bundled(token);
                }
            }
            case EventTag.BUNDLE_REDUCED -> bundled(token);
            case EventTag.NODE -> {
                complete(ranks[rank], EventTag.b(token));
                if (extra == 1) {
                    memory.ended(rank);
                }
            }
            case EventTag.CUSTOM -> collectives.custom(EventTag.a(token)).ended(EventTag.b(token));
            case EventTag.PACED -> pace.due(ranks[rank], EventTag.b(token), extra);
            case EventTag.SHARED -> shared.due(extra);
            case EventTag.HELD_BACK -> beginHeldBack(ranks[rank], EventTag.b(token));
            case EventTag.BUS -> bus.due(EventTag.a(token), EventTag.b(token));
            default -> throw new IllegalStateException("event of kind " + EventTag.kind(token));
        }
    }

    /**
     * The tick at which a complete run ended. When host work or transfers speed up, the end that was planned for them stays in
     * the queue without effect, possibly behind the end of the last rank, and so do acknowledgements of messages that have arrived.
     */
    public long lastTick() {
        if (pace == null && shared == null && !network.outlastsMessages()) {
            return queue.now();
        }
        long last = 0;
        for (RankWorkload rank : simulated) {
            last = Math.max(last, rank.finishedAt);
        }
        return last;
    }

    /** The chunk that waits for a message in flight, or null. */
    public ChunkStream receiver(int message) {
        long token = messages.receiver(message);
        return token == Messages.NOBODY || EventTag.kind(token) != EventTag.STREAM
                ? null
                : table.get(EventTag.a(token));
    }

    /** The number (above 0) of the chunk that waits for a message in flight if its phase ignores the sender; else 0. */
    public int alike(int message) {
        ChunkStream stream = receiver(message);
        return stream != null && stream.phase().algorithm().sourcesAlike() ? stream.slot + 1 : 0;
    }

    private void bundled(long token) {
        ChunkStream stream = table.get(EventTag.a(token));
        stream.phase().algorithm().bundled(stream);
    }

    @Override
    public void empty(int src, int dst) {
        SimOptions options = scenario.options();
        if (options.compat() && options.fidelity() != Fidelity.PACKET) {
            throw new SimulationException(
                    "rank " + src + " sends a message of 0 bytes to rank " + dst
                            + ", on which ASTRA-sim's analytical networks abort",
                    "Run without --compat, or let every message hold a byte: larger collectives, fewer splits.");
        }
        findings.warn(
                -1,
                "",
                "messages of 0 bytes are sent",
                "a transfer has no bytes, or a collective fewer than its messages",
                "they arrive after the latency; ASTRA-sim's packet network hangs on them, its analytical ones abort");
    }

    @Override
    public void sent(long token) {
        switch (EventTag.kind(token)) {
            case EventTag.STREAM -> {
                ChunkStream stream = table.get(EventTag.a(token));
                stream.phase().algorithm().sent(stream);
            }
            case EventTag.NODE -> complete(ranks[EventTag.a(token)], EventTag.b(token));
            case EventTag.CUSTOM -> collectives.custom(EventTag.a(token)).ended(EventTag.b(token));
            case EventTag.RENDEZVOUS_RECEIVE -> transport.askArrived(EventTag.b(token));
            default -> throw new IllegalStateException("send of kind " + EventTag.kind(token));
        }
    }

    @Override
    public void received(long token) {
        switch (EventTag.kind(token)) {
            case EventTag.STREAM -> {
                ChunkStream stream = table.get(EventTag.a(token));
                stream.phase().algorithm().received(stream);
            }
            case EventTag.NODE -> complete(ranks[EventTag.a(token)], EventTag.b(token));
            case EventTag.CUSTOM -> collectives.custom(EventTag.a(token)).ended(EventTag.b(token));
            case EventTag.RENDEZVOUS_SEND -> transport.asked(EventTag.b(token));
            case EventTag.EXCHANGE -> issuer.exchanges.arrived(EventTag.a(token), EventTag.b(token));
            case EventTag.BROADCAST -> issuer.broadcasts.arrived(EventTag.a(token), EventTag.b(token));
            default -> throw new IllegalStateException("receive of kind " + EventTag.kind(token));
        }
    }

    @Override
    public void ended(ChunkStream stream) {
        recorder.phase(stream, ranks[stream.dataset.rank].program.id[stream.dataset.node], queue.now());
    }

    @Override
    public void finished(ChunkStream stream) {
        table.remove(stream);
        Dataset dataset = stream.dataset;
        work.chunkEnded(ranks[dataset.rank].program, dataset);
        if (++dataset.finished == dataset.expected) {
            long early = dataset.notBefore - queue.now();
            if (early > 0) {
                events.plan(dataset.rank, early, EventTag.of(EventTag.NODE, dataset.rank, dataset.node), 0);
            } else {
                complete(ranks[dataset.rank], dataset.node);
            }
        }
    }

    /** The unequal parts of a node's all-to-all, or null when its parts are equal. */
    UnevenAllToAlls.Parts parts(RankWorkload rank, int node) {
        return uneven == null ? null : uneven.of(rank, node);
    }

    void forgetCustom(int number) {
        collectives.forgetCustom(number);
    }

    @Override
    public long now() {
        return queue.now();
    }

    /**
     * Descriptions of transfers that some of their ranks have reached and others have not; only those not simulated as
     * messages.
     */
    public List<String> waiting() {
        if (timed != null) {
            return timed.waiting();
        }
        return recorded == null ? issuer.waiting() : recorded.waiting();
    }

    /** The communicator groups of the run. */
    public Groups groups() {
        return collectives.groups();
    }
}
