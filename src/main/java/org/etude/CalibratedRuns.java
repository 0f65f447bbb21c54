package org.etude;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.etude.calibrate.CalibratedRun;
import org.etude.et.EtDigest;
import org.etude.sim.PacketResult;
import org.etude.sim.Scenario;
import org.etude.sim.SystemSpec;
import org.etude.sim.network.packet.PacketNetworkSpec;

/** Says of a simulated run what its row in a calibration file should. */
final class CalibratedRuns {
    private static final long MIB = 1L << 20;

    private CalibratedRuns() {}

    /** The description of a run; {@code calibId} names the calibration whose alpha it uses. */
    static CalibratedRun of(String mode, String calibId, Simulation simulation) {
        Scenario scenario = simulation.result().scenario();
        SystemSpec system = scenario.system();
        Optional<PacketNetworkSpec> packets =
                simulation.packets().map(PacketResult::scenario).map(p -> p.network());
        return new CalibratedRun(
                mode,
                "",
                calibId,
                scenario.ranks().size(),
                scenario.topology().dims().stream()
                        .map(d -> Integer.toString(d.npus()))
                        .collect(Collectors.joining("x")),
                scenario.topology() + " " + scenario.options().fidelity().name().toLowerCase(Locale.ROOT),
                packets.map(p -> p.congestion().control().name()).orElse(""),
                packets.map(p -> Boolean.toString(p.switches().pfc())).orElse(""),
                packets.map(p -> Long.toString(p.switches().bufferBytes() / MIB))
                        .orElse(""),
                packets.map(p -> Integer.toString(p.transport().payloadBytes())).orElse(""),
                system.localBwAware() ? "localBWAware" : "baseline",
                system.localMemoryGBps() > 0 ? Double.toString(system.localMemoryGBps()) : "",
                "",
                EtDigest.of(scenario.ranks(), scenario.groups()),
                packets.map(p -> Long.toString(p.randomRun())).orElse(""));
    }

    /** The same run under a name; a calibration takes the name as its own. */
    static CalibratedRun tagged(CalibratedRun run, String tag) {
        return new CalibratedRun(
                run.mode(),
                tag,
                run.mode().equals("calibrate") ? tag : run.calibId(),
                run.world(),
                run.logicalDims(),
                run.topology(),
                run.congestionControl(),
                run.pfc(),
                run.bufferMb(),
                run.payload(),
                run.collectiveOptimization(),
                run.localMemoryGbs(),
                run.directory(),
                run.inputs(),
                run.seed());
    }

    /** The version as the jar states it. */
    static String version() {
        String stated = CalibratedRuns.class.getPackage().getImplementationVersion();
        return stated == null ? "" : stated;
    }
}
