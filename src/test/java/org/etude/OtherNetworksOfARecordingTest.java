// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.etude.spec.Fidelity;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of a recording on any two networks, whatever it would take there. */
class OtherNetworksOfARecordingTest {
    private static final double[] GBPS = {0.1, 1, 10, 100, 1000};

    private static Workload work(String recording) {
        return Traces.load(Path.of("data", recording)).link().toEt().repair();
    }

    private static Simulation run(Workload work, String shape, double gbps, double latencyUs, Fidelity fidelity) {
        Topology topology = Topology.parse(shape + ":" + work.ranks())
                .bandwidth(Bandwidth.gbps(gbps))
                .latency(Time.us(latencyUs));
        return work.simulate(topology, s -> s.fidelity(fidelity));
    }

    /**
     * A faster network makes no run longer, one of a tenth of the rate no run more than ten times as long, and one without
     * cost bounds all.
     */
    @ParameterizedTest
    @CsvSource({
        "cnn-2, ring, AWARE",
        "cnn-2, switch, ANALYTIC",
        "cnn-2-h200, switch, AWARE",
        "moe-2, ring, AWARE",
        "moe-2, switch, ANALYTIC",
        "pipeline-2, switch, AWARE",
        "tp-2-h200, ring, ANALYTIC"
    })
    void aFasterNetworkIsNeverSlower(String recording, String shape, Fidelity fidelity) {
        Workload work = work(recording);
        double free = run(work, shape, 1e5, 0, fidelity).end().toMillis();
        double before = Double.POSITIVE_INFINITY;
        for (double gbps : GBPS) {
            Simulation run = run(work, shape, gbps, 20, fidelity);
            double end = run.end().toMillis();
            assertThat(end).as("run in ms at %s Gbit/s", gbps).isBetween(free, before);
            assertThat(before == Double.POSITIVE_INFINITY || before <= 10 * end)
                    .as("%s ms at %s Gbit/s, %s at a tenth of it", end, gbps, before)
                    .isTrue();
            before = end;
        }
        assertThat(run(work, shape, 100, 1, fidelity).end().toMillis())
                .isBetween(free, run(work, shape, 100, 1000, fidelity).end().toMillis());
    }

    /** Host work that transfers slow is planned anew when they end; what was planned before is no part of the run. */
    @ParameterizedTest
    @ValueSource(strings = {"cnn-2", "moe-2", "pipeline-2"})
    void aRunEndsWithItsLastRank(String recording) {
        Workload work = work(recording);
        for (double gbps : List.of(0.1, 10.0, 1e5)) {
            Simulation run = run(work, "ring", gbps, 20, Fidelity.ANALYTIC);
            long last = Arrays.stream(run.result().ranks().finish()).max().orElseThrow();
            assertThat(run.end()).isEqualTo(Time.ns(last));
        }
    }
}
