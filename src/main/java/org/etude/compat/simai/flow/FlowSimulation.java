// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.compat.simai.cluster.ClusterGraph;
import org.etude.compat.simai.model.CommWord;
import org.etude.compat.simai.model.Diagnosis;
import org.etude.compat.simai.model.Parallel;
import org.etude.compat.simai.model.SimAiException;
import org.etude.compat.simai.model.SimAiGroup;
import org.etude.compat.simai.model.SimAiGroups;
import org.etude.compat.simai.model.Step;
import org.etude.compat.simai.text.SimAiRow;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.network.packet.PacketNetwork;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.PacketObservers;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.MessageListener;
import org.etude.network.queue.Messages;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.network.PacketNetworkSpec;

/**
 * Runs a SimAI workload on the packet network. Every rank executes the rows; a flow leaves its node once its parents
 * have arrived and the send latency has passed. As in SimAI, pipeline stages are not simulated: their ranks count as
 * data-parallel.
 */
public final class FlowSimulation {
    private final EventQueue queue = new EventQueue();
    private final ClusterGraph graph;
    private final SimAiGroups groups;
    private final int tp;
    private final List<Step> steps;
    private final FlowSimulationOptions options;
    private final PacketNetwork network;
    private final Messages messages;
    private final NodeEvents events;
    private final Diagnosis diagnosis = new Diagnosis();
    private final Map<Integer, Map<Integer, CollectiveRun>> runs = new HashMap<>();
    private final List<CollectiveRun> byMessage = new ArrayList<>();
    private final SimAiRank[] programs;
    private final String[] names;

    /** Notified of arrived flows; nobody posts receives. */
    private final class Arrivals implements MessageListener {
        @Override
        public void sent(long message) {
            byMessage.get((int) message).arrived((int) message);
        }

        @Override
        public void received(long token) {}
    }

    private FlowSimulation(SimAiWorkload workload, ClusterGraph graph, FlowSimulationOptions options) {
        this.options = options;
        this.graph = graph;
        tp = workload.header().tp();
        groups = new SimAiGroups(
                graph.gpus(), graph.gpusPerServer(), tp, workload.header().ep());
        steps = Step.of(workload);
        names = workload.rows().stream().map(row -> row.name()).toArray(String[]::new);
        check(workload);
        network = network();
        messages = new Messages(queue, network);
        messages.listen(new Arrivals());
        if (options.rounds()) {
            network.onDeparture(this::left);
        }
        events = new NodeEvents(queue, graph.gpus() + graph.nvSwitches());
        programs = new SimAiRank[graph.gpus()];
        for (int rank = 0; rank < programs.length; rank++) {
            programs[rank] = new SimAiRank(this, rank, steps);
        }
    }

    private void check(SimAiWorkload workload) {
        int stages = workload.header().pp();
        if (stages > 1) {
            diagnosis.warn(
                    "pp",
                    stages + " pipeline stages",
                    "SimAI's packet simulator has none",
                    "their ranks count as data-parallel; write the workload as execution traces for real stages");
        }
        for (SimAiRow row : workload.rows()) {
            for (SimAiRow.Pass pass : List.of(row.forward(), row.inputGrad(), row.weightGrad())) {
                diagnosis.checkCollective(row.name(), pass);
                if (CommWord.type(pass.comm()).isPresent()
                        && Parallel.of(pass.comm(), Parallel.TP).isEmpty()) {
                    diagnosis.unknownGroup(row.name(), pass, "it takes no time");
                }
            }
        }
    }

    /** Builds the network; its NVSwitches only forward. */
    private PacketNetwork network() {
        PacketNetworkSpec packets = options.packets();
        boolean tuned = options.flows().tuning().isPresent();
        PacketNetworkSpec spec = packets.with(packets.switches().withPassive(graph.nvSwitches()))
                .with(packets.transport().withStart(tuned ? 0 : options.sendLatencyNanos()))
                .withFastForward(packets.fastForward() && !options.rounds());
        boolean switchHosts = options.flows().switchesSend();
        PacketTopology topology = switchHosts ? ClusterTopologies.withSwitchHosts(graph) : ClusterTopologies.of(graph);
        ClusterPartition partition = ClusterPartition.of(graph);
        if (options.rounds()) {
            queue.divide(partition.lookahead());
        }
        PacketNetwork made = new PacketNetwork(queue, topology, spec, PacketObservers.none());
        if (options.rounds()) {
            made.divide(switchHosts ? partition.withSwitchHosts(graph) : partition.process());
        }
        return made;
    }

    /**
     * Runs a workload.
     *
     * @param workload the workload
     * @param graph the cluster; its GPUs are the ranks
     * @throws SimAiException when the ranks cannot be divided into groups, or the network stalls
     */
    public static FlowResult run(SimAiWorkload workload, ClusterGraph graph, FlowSimulationOptions options) {
        return new FlowSimulation(workload, graph, options).run();
    }

    private FlowResult run() {
        for (SimAiRank program : programs) {
            program.go();
        }
        long fired = 0;
        while (queue.step()) {
            if ((++fired & 0xfff) == 0) {
                Progress.checkInterrupted();
            }
        }
        SimAiRank first = programs[0];
        if (!first.finished()) {
            network.stall().ifPresent(e -> {
                throw e;
            });
            throw new SimAiException(
                    "rank 0 waits indefinitely in " + first.where() + " at " + queue.now() + " ns",
                    "Check that all ranks take part in its collectives.");
        }
        List<FlowResult.Row> rows = new ArrayList<>();
        for (int row = 0; row < names.length; row++) {
            rows.add(new FlowResult.Row(names[row], first.nanos(row, 0), first.nanos(row, 1), first.nanos(row, 2)));
        }
        long compute = steps.stream().mapToLong(Step::computeNanos).sum();
        return new FlowResult(rows, compute, first.finish(), network.flows(), diagnosis.report());
    }

    EventQueue queue() {
        return queue;
    }

    String name(int row) {
        return names[row];
    }

    /** The collective of a step as seen by a rank; empty when nothing would be sent. */
    Optional<CollectiveRun> collective(int rank, int step, Step.Comm comm) {
        Optional<SimAiGroup> group = groups.of(rank, comm.kind());
        String where = names[steps.get(step).row()];
        if (group.isEmpty()) {
            diagnosis.error(
                    where,
                    "a collective in a group of " + comm.kind() + " that does not exist",
                    "the group has one rank, or (experts) there are no tensor-parallel groups: SimAI ends without result",
                    "it takes no time");
            return Optional.empty();
        }
        int idle = comm.collective() == CollectiveType.ALL_TO_ALL
                ? 0
                : group.get().ranks().size() % group.get().nodes();
        if (idle > 0) {
            diagnosis.warn(
                    where,
                    group.get().ranks().size() + " ranks on " + group.get().nodes() + " servers",
                    "SimAI's rings and trees take as many ranks of each server",
                    idle + " ranks of the group take no part");
        }
        CollectiveRun run = runs.computeIfAbsent(step, s -> new HashMap<>())
                .computeIfAbsent(group.get().index(), index -> start(group.get(), comm));
        if (run.isEmpty()) {
            diagnosis.error(
                    where,
                    CommWord.of(comm.collective()) + " of " + comm.bytes() + " bytes has no flows",
                    "a step would have no byte, or NVLS would span servers (NVLS_TREE can): SimAI ends without result",
                    "it takes no time");
            return Optional.empty();
        }
        return Optional.of(run);
    }

    private CollectiveRun start(SimAiGroup group, Step.Comm comm) {
        FlowSchedule schedule = FlowSchedules.of(group, comm.collective(), comm.bytes(), options.flows());
        boolean sums = !schedule.algorithm().usesNvSwitches();
        int channels =
                1 + schedule.flows().stream().mapToInt(Flow::channel).max().orElse(0);
        CollectiveRun run = new CollectiveRun(
                this,
                schedule,
                byMessage.size(),
                programs.length,
                flow -> latency(schedule, flow),
                () -> new SendCosts(comm.collective(), sums, ringRanks(group), channels));
        schedule.flows().forEach(flow -> byMessage.add(run));
        return run;
    }

    /** The number of ranks of the logical dimension of a group; SimAI counts NVSwitches as ranks. */
    private int ringRanks(SimAiGroup group) {
        boolean tensor = group.kind() == Parallel.TP || group.kind() == Parallel.EP;
        return Math.max(1, tensor ? tp : (graph.gpus() + graph.nvSwitches()) / tp);
    }

    /** The sender latency with NCCL's tuning; without it the network adds the latency. */
    private long latency(FlowSchedule schedule, Flow flow) {
        if (options.flows().tuning().isEmpty()) {
            return 0;
        }
        if (schedule.protocol().isEmpty()) {
            return options.sendLatencyNanos();
        }
        boolean first = flow.parents().isEmpty();
        boolean sameServer = server(flow.source()) == server(flow.destination());
        return NcclLatency.flowNanos(schedule.algorithm(), schedule.protocol().get(), sameServer, first);
    }

    private int server(int node) {
        return node < graph.gpus() ? graph.server(node) : node - graph.gpus();
    }

    private void left(int message) {
        int flow = (int) messages.senderToken(message);
        byMessage.get(flow).left(flow);
    }

    NodeEvents events() {
        return events;
    }

    void send(int message, Flow flow) {
        messages.send(messages.channel(0, flow.source(), flow.destination(), flow.bytes()), message);
    }

    void finished(int rank, CollectiveRun run) {
        programs[rank].finished(run);
    }
}
