// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.etude.Simulation;
import org.etude.SimulationSettings;
import org.etude.SimulationSetup;
import org.etude.Workload;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.HelpGroup;
import org.etude.cli.base.Results;
import org.etude.report.Progress;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SimOptions.Recording;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The network and how to simulate it. */
@HelpGroup("Network")
public final class SimulationMixin implements CheckedOptions {
    private static final Set<Class<?>> DECLARE_OPTIONS = Set.of(
            SimulationMixin.class,
            NetworkOptions.class,
            LinkRates.class,
            PacketsMixin.class,
            SystemMixin.class,
            LimitsMixin.class,
            FastForwardMixin.class,
            SymmetryMixin.class);

    private static final Set<Class<?>> PLACED = Set.of(NetworkOptions.class, LinkRates.class, SystemMixin.class);

    @Mixin
    private NetworkOptions network = new NetworkOptions();

    @Option(
            names = "--fidelity",
            paramLabel = "HOW",
            converter = FidelityName.class,
            description = "packet (by packet), analytic (one formula per message, no contention; also called unaware),"
                    + " aware (messages queue for links, in order) or recorded (transfers take their recorded times)."
                    + " Default: for recordings and ETs made from them, recorded if no network or system is"
                    + " given, else aware; for everything else, packet.")
    private Fidelity fidelity;

    @Mixin
    private PacketsMixin packets = new PacketsMixin();

    @Mixin
    private SystemMixin system = new SystemMixin();

    @Option(
            names = "--calibration",
            paramLabel = "FILE|DIR",
            description = {
                "Timed collectives of the network to predict: what 'etude calibrate --timings ... --out DIR' wrote, or the"
                        + " timings themselves (JSON, CSV, output of nccl-tests). Collectives and messages then take the"
                        + " measured times of their own type, size and group. May be repeated."
            })
    private List<Path> calibration = new ArrayList<>();

    @Option(names = "--stall-free", description = "Schedule chunks so that they cannot wait for each other in a cycle.")
    private boolean stallFree;

    @Option(
            names = "--streams",
            paramLabel = "HOW",
            description =
                    "What a rank sends at once: per-group (one collective of each process group and one message to each"
                            + " peer, as NCCL and RCCL do) or one (as in ASTRA-sim). Default: per-group; one with --compat.",
            converter = StreamsName.class,
            defaultValue = "per-group")
    private SimOptions.Streams streams;

    @Option(
            names = "--spanning-groups",
            paramLabel = "HOW",
            description =
                    "How a process group that crosses dimensions of the network exchanges: hierarchical (inside nodes, then"
                            + " between them over every rank's port, as NCCL does) or flat (one ring, as in ASTRA-sim)."
                            + " Default: hierarchical; flat with --compat.",
            converter = SpanningName.class,
            defaultValue = "hierarchical")
    private SimOptions.Spanning spanning;

    @Option(names = "--compat", description = "Reproduce ASTRA-sim's behaviour even where it is wrong.")
    private boolean compat;

    @Option(names = "--messages", description = "Also keep one row per message.")
    private boolean messages;

    @Option(
            names = "--port-series",
            description = "Also keep the queue and load of each port over time. Packets are then simulated.")
    private boolean portSeries;

    @Option(
            names = "--perfetto",
            paramLabel = "FILE",
            description = "Also write the run as a Chrome trace, which ui.perfetto.dev opens.")
    private Path perfetto;

    @Mixin
    private LimitsMixin limits = new LimitsMixin();

    @Mixin
    private FastForwardMixin fastForward = new FastForwardMixin();

    @Mixin
    private SymmetryMixin symmetry = new SymmetryMixin();

    @Override
    public void check(GivenOptions given) {
        if (fidelity == Fidelity.RECORDED) {
            given.refuseAllOf(PLACED, "next to --fidelity recorded: transfers take their recorded times");
        }
        given.need("--out", "--messages", "--port-series");
        if (fidelity != null && fidelity != Fidelity.PACKET) {
            given.refuse("unless packets are simulated (--fidelity packet)", "--port-series");
        }
    }

    /** Refuses these options for a command that simulates nothing. */
    public void refuse(GivenOptions given, String when) {
        given.refuseAllOf(DECLARE_OPTIONS, when);
    }

    /** Simulates a workload; a recording on the network it was recorded on unless another is given. */
    public Simulation run(Workload workload, Progress progress) {
        return run(workload, progress, new AnalysisMixin());
    }

    /** Simulates a workload after checking the questions to the run. */
    public Simulation run(Workload workload, Progress progress, AnalysisMixin questions) {
        return run(workload, progress, questions, settings -> {});
    }

    /** Simulates a workload with additional settings. */
    public Simulation run(
            Workload workload, Progress progress, AnalysisMixin questions, Consumer<SimulationSettings> more) {
        boolean placed = network.isGiven() || questions.asksForLinks() || !workload.hasRecordedTransfers();
        return run(workload, progress, questions, placed, more);
    }

    /** Simulates a workload's messages on the topology, even if no topology is given. */
    public Simulation onTopology(Workload workload, Progress progress) {
        return run(workload, progress, new AnalysisMixin(), true, settings -> {});
    }

    private Simulation run(
            Workload workload,
            Progress progress,
            AnalysisMixin questions,
            boolean placed,
            Consumer<SimulationSettings> more) {
        SimulationSetup of = Simulation.of(workload);
        SimulationSetup setup = (placed ? of.network(network.network(workload.ranks())) : of).with(settings -> {
            set(settings, progress);
            more.accept(settings);
        });
        questions.check(setup);
        Simulation sim = Results.untilInterrupted(setup::run);
        Results.perfetto(sim, perfetto);
        return sim;
    }

    private void set(SimulationSettings settings, Progress progress) {
        system.set(settings);
        limits.set(settings);
        settings.singleStream(streams == SimOptions.Streams.ONE)
                .flatGroups(spanning == SimOptions.Spanning.FLAT)
                .stallFree(stallFree)
                .compat(compat)
                .symmetry(symmetry.choice())
                .fastForward(fastForward.isOn())
                .packetThreads(fastForward.threads())
                .progress(progress);
        packets.set(settings, fidelity);
        if (fidelity != null) {
            settings.fidelity(fidelity);
        } else if (portSeries) {
            settings.fidelity(Fidelity.PACKET);
        }
        if (!calibration.isEmpty()) {
            settings.calibration(calibration);
        }
        Set<Recording> kept = EnumSet.of(Recording.OPS, Recording.COLLECTIVES);
        if (messages) {
            kept.add(Recording.MESSAGES);
        }
        if (portSeries) {
            kept.add(Recording.PORTS);
        }
        settings.record(kept.toArray(Recording[]::new));
    }
}
