package org.etude.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.etude.Simulation;
import org.etude.Workload;
import org.etude.calibrate.timed.TimingFiles;
import org.etude.et.EtSet;
import org.etude.report.Progress;
import org.etude.sim.Fidelity;
import org.etude.sim.PacketScenario;
import org.etude.sim.Scenario;
import org.etude.sim.SimOptions;
import org.etude.sim.SimOptions.Recording;
import org.etude.sim.network.packet.PacketObservers;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The network and how to simulate it. */
final class SimulationMixin {
    @Mixin
    private NetworkOptions network = new NetworkOptions();

    @Option(
            names = "--network",
            paramLabel = "HOW",
            defaultValue = "packet",
            converter = FidelityName.class,
            description = "packet (by packet), analytic (a formula a message, no contention; also called unaware) or"
                    + " aware (messages queue for links). Default: packet.")
    private Fidelity fidelity;

    @Mixin
    private SystemMixin system = new SystemMixin();

    @Option(
            names = "--calibration",
            paramLabel = "FILE|DIR",
            description = {
                "Timed collectives of the network to predict: what 'etude calibrate --timings ... --out DIR' wrote, or the"
                        + " timings themselves (JSON, CSV, output of nccl-tests). Collectives and messages then take the"
                        + " measured times of their own type, size and group; may be given several times."
            })
    private List<Path> calibration = new ArrayList<>();

    @Option(
            names = "--stall-free",
            description = "Schedule chunks so that they cannot wait for each other in a circle.")
    private boolean stallFree;

    @Option(
            names = "--streams",
            paramLabel = "HOW",
            description =
                    "What a rank sends at once: one (collective or message, as in ASTRA-sim) or per-group (one of each"
                            + " process group, as NCCL and RCCL do). Default: one.",
            converter = StreamsName.class,
            defaultValue = "one")
    private SimOptions.Streams streams;

    @Option(names = "--compat", description = "Do what ASTRA-sim does even where it is wrong.")
    private boolean compat;

    @Option(names = "--messages", description = "Keep a row for every message too.")
    private boolean messages;

    @Option(
            names = "--port-series",
            description = "Keep queue and load of each port over time too; with --network packet.")
    private boolean portSeries;

    @Option(
            names = "--perfetto",
            paramLabel = "FILE",
            description = "Also write the run as a Chrome trace, which ui.perfetto.dev opens.")
    private Path perfetto;

    @Mixin
    private LimitsMixin limits = new LimitsMixin();

    @Mixin
    private ClosedFormMixin closedForm = new ClosedFormMixin();

    @Mixin
    private FoldMixin fold = new FoldMixin();

    Simulation run(Workload workload, Progress progress) {
        return run(workload, progress, scenario -> {});
    }

    /** Simulates what a check has let pass. */
    Simulation run(Workload workload, Progress progress, Consumer<Scenario> check) {
        EtSet set = workload.set();
        Scenario scenario =
                system.on(Scenario.of(set, network.network(set.ranks().size())));
        SimOptions options = scenario.options()
                .fidelity(fidelity)
                .stallFree(stallFree)
                .streams(streams)
                .compat(compat)
                .progress(progress);
        if (!calibration.isEmpty()) {
            options =
                    options.times(TimingFiles.measured(calibration, set.ranks().size()));
        }
        Set<Recording> kept = EnumSet.of(Recording.OPS, Recording.COLLECTIVES);
        if (messages) {
            kept.add(Recording.MESSAGES);
        }
        if (portSeries) {
            kept.add(Recording.PORTS);
        }
        options = options.record(kept.toArray(Recording[]::new));
        Scenario whole = scenario.options(fold.on(limits.on(options)));
        check.accept(whole);
        Simulation sim = Results.untilInterrupted(() -> run(whole));
        Results.perfetto(sim, perfetto);
        return sim;
    }

    private Simulation run(Scenario scenario) {
        return fidelity == Fidelity.PACKET && scenario.options().times().isEmpty()
                ? Simulation.run(closedForm.apply(PacketScenario.of(scenario)), PacketObservers.none())
                : Simulation.run(scenario);
    }
}
