// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import java.nio.file.Path;
import java.util.Locale;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.GeneratedFiles;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.Results;
import org.etude.compat.simai.cluster.ClusterFile;
import org.etude.compat.simai.cluster.ClusterGraph;
import org.etude.compat.simai.flow.FlowAlgorithm;
import org.etude.compat.simai.flow.FlowOptions;
import org.etude.compat.simai.flow.FlowResult;
import org.etude.compat.simai.flow.FlowSimulation;
import org.etude.compat.simai.flow.FlowSimulationOptions;
import org.etude.compat.simai.flow.NcclProtocol;
import org.etude.compat.simai.flow.NcclTuning;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.network.packet.file.NetworkFiles;
import org.etude.spec.network.PacketNetworkSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code simai-simulator}, a drop-in for SimAI_simulator. */
@Command(
        name = "simai-simulator",
        footer = {
            "",
            "Prints each row's communication as seen by the first rank, and when the step finished.",
            "",
            "Exit status: 0 success; 3 success, but a collective was not recognised; 1 the input cannot be used.",
            "",
            "Example: etude simai-simulator -w microAllReduce.txt -n Spectrum-X_128g_8gps_100Gbps_A100 --pxn"
        })
public final class SimAiSimulatorCommand extends org.etude.cli.base.Command implements CheckedOptions {
    private static final double NANOS = 1000;
    private static final double YEARS_292 = 9.2e15;

    @Option(
            names = {"-c", "--network-conf"},
            paramLabel = "FILE",
            description = "Accepted; SimAI.conf's values are built in.")
    private Path configuration;

    @Option(
            names = {"-w", "--workload"},
            required = true,
            paramLabel = "FILE",
            description = "The workload text.")
    private Path workload;

    @Option(
            names = {"-n", "--network-topo"},
            required = true,
            paramLabel = "FILE",
            description = "The topology.")
    private Path topology;

    @Option(
            names = {"-t", "--thread"},
            paramLabel = "N",
            defaultValue = "1",
            description = "Accepted: one thread is used, results do not depend on it.")
    private int threads;

    @Allowed(from = 0, to = YEARS_292, give = "0 or more, and less than the clock's 292 years")
    @Option(
            names = "--send-latency",
            paramLabel = "US",
            defaultValue = "6",
            description = "How long a node takes to start a flow (AS_SEND_LAT). Default: 6; SimAI without the variable"
                    + " really takes 6000.")
    private double latency;

    @Option(names = "--pxn", description = "Leave a server through the GPU on the right rail (AS_PXN_ENABLE=1).")
    private boolean pxn;

    @Option(names = "--nvls", description = "NVSwitches reduce data (AS_NVLS_ENABLE=1).")
    private boolean nvls;

    @Option(
            names = "--nccl-algo",
            paramLabel = "LIST",
            description =
                    "Choose algorithms by size and group as NCCL does, with its latencies instead of --send-latency:"
                            + " auto, or what NCCL_ALGO takes (Ring, Tree, NVLS, NVLSTree; ^ for all but). Not in SimAI.")
    private String algorithms;

    @Option(
            names = "--nccl-proto",
            paramLabel = "LIST",
            description = "The same for protocols: auto, or what NCCL_PROTO takes (LL, LL128, Simple).")
    private String protocols;

    @Option(names = "--no-ecn", description = "Switches do not mark, unlike SimAI.conf.")
    private boolean noEcn;

    @Allowed(from = 0, give = "0 or more")
    @Option(
            names = "--random-run",
            paramLabel = "N",
            defaultValue = "1",
            description = "Which sequence of random numbers decides on marks. Default: 1.")
    private long randomRun;

    @Option(
            names = "--fast",
            description = "Use another order than SimAI's for simultaneous events, so that repetitions need not"
                    + " be simulated packet by packet.")
    private boolean fast;

    @Option(names = "--fct", paramLabel = "FILE", description = "Where to write finished flows (fct.txt).")
    private Path finished;

    @Override
    public Integer call() {
        ClusterGraph graph = ClusterFile.read(topology);
        PacketNetworkSpec packets = PacketNetworkSpec.simAi().ecn(!noEcn).withRandomRun(randomRun);
        FlowResult result = FlowSimulation.run(
                SimAiWorkload.read(workload),
                graph,
                new FlowSimulationOptions(Math.round(latency * NANOS), flows(graph), packets, !fast));
        if (finished != null) {
            NetworkFiles.writeFlows(finished, result.flows());
        }
        GeneratedFiles.tell(result.report(), console());
        console().out().println("layer_name,fwd comm us,ig comm us,wg comm us");
        for (FlowResult.Row row : result.rows()) {
            console()
                    .out()
                    .printf(
                            Locale.ROOT,
                            "%s,%.3f,%.3f,%.3f%n",
                            row.name(),
                            row.forward() / NANOS,
                            row.inputGrad() / NANOS,
                            row.weightGrad() / NANOS);
        }
        console().out().printf(Locale.ROOT, "total time,%.3f%n", result.finishNanos() / NANOS);
        return Results.exitCode(result.report());
    }

    @Override
    public void check(GivenOptions given) {
        given.accept("--nccl-algo", () -> NcclTuning.allowed(algorithms, FlowAlgorithm.class));
        given.accept("--nccl-proto", () -> NcclTuning.allowed(protocols, NcclProtocol.class));
    }

    private FlowOptions flows(ClusterGraph graph) {
        FlowOptions simAi = FlowOptions.of(graph.gpuType(), pxn, nvls);
        if (algorithms == null && protocols == null) {
            return simAi;
        }
        NcclTuning all = NcclTuning.of(graph);
        return simAi.tuned(all.only(
                NcclTuning.allowed(algorithms, FlowAlgorithm.class),
                NcclTuning.allowed(protocols, NcclProtocol.class)));
    }
}
