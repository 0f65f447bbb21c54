// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.etude.calibrate.CalibratedRun;
import org.etude.et.wire.EtDigest;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SystemSpec;
import org.etude.spec.network.PacketNetworkSpec;

/** Collects what the calibration file records about a simulated run. */
final class CalibratedRuns {
    private static final long MIB = 1L << 20;

    private CalibratedRuns() {}

    /** The description of a run; the mode is calibrate, or simulate without a measurement. */
    static CalibratedRun of(String mode, Simulation simulation) {
        Scenario scenario = simulation.result().scenario();
        SystemSpec system = scenario.system();
        Optional<PacketNetworkSpec> packets =
                simulation.packets().map(run -> scenario.packets().network());
        return new CalibratedRun(
                mode,
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
                EtDigest.of(scenario.ranks(), scenario.groups()),
                packets.map(p -> Long.toString(p.randomRun())).orElse(""));
    }

    /** The version that the jar's manifest states. */
    static String version() {
        String stated = CalibratedRuns.class.getPackage().getImplementationVersion();
        return stated == null ? "" : stated;
    }
}
