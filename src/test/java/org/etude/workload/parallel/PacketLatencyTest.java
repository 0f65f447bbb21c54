// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Bandwidth.gbps;
import static org.etude.unit.Time.ns;

import java.util.function.Consumer;
import org.assertj.core.data.Percentage;
import org.etude.SimulationSettings;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.Parallelism;
import org.etude.unit.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What docs/topologies.md says of small collectives packet by packet: latencies count once, and under ASTRA-sim's rules there and back,
 * and over each host's own link too.
 */
class PacketLatencyTest {
    private static final int COLLECTIVES = 10;
    private static final int BYTES = 64;

    /** All-reduces one after the other. */
    private static final StepModel SMALL = new StepModel() {
        @Override
        public void forward(Place place, OpWriter out) {
            for (int i = 0; i < COLLECTIVES; i++) {
                out.collective("sum", CollectiveType.ALL_REDUCE, new Bytes(BYTES), Group.DATA);
            }
        }

        @Override
        public void backward(Place place, OpWriter out) {
            // Its all-reduces are those of the forward pass.
        }

        @Override
        public void update(int stage, OpWriter out) {
            out.compute("update", Cost.of(ns(1)));
        }

        @Override
        public Bytes boundary(int part) {
            return new Bytes(1);
        }
    };

    private static double nanos(String shape, int ranks, int pieces, Consumer<SimulationSettings> more) {
        StepPlan plan =
                new StepPlan("small", new Parallelism(1, 1, ranks, 1), Pipeline.of(1, 1), GradientExchange.ddp(), 1);
        return Workload.of(StepWriter.write(plan, SMALL, Progress.NONE))
                        .simulate(
                                Topology.parse(shape + ":" + ranks)
                                        .bandwidth(gbps(100))
                                        .latency(ns(5000)),
                                s -> more.accept(s.system(b -> b.splits(pieces))))
                        .stepTime()
                        .toNanos()
                / COLLECTIVES;
    }

    /** 2 (n - 1) steps in each of the pieces, which follow each other; a step takes these many latencies of 5 us. */
    @ParameterizedTest
    @CsvSource({"switch, 2, 1, 2, 2", "switch, 4, 4, 2, 2", "fc, 2, 4, 1, 3", "fc, 4, 1, 1, 3", "ring, 4, 1, 1, 3"})
    void aMessageEndsWhenItHasArrived(String shape, int ranks, int pieces, int links, int linksOfAstraSim) {
        double steps = 2.0 * (ranks - 1) * pieces * 5000;
        assertThat(nanos(shape, ranks, pieces, s -> s.fidelity(Fidelity.ANALYTIC)))
                .isCloseTo(steps * links, Percentage.withPercentage(1));
        assertThat(nanos(shape, ranks, pieces, s -> s.fidelity(Fidelity.PACKET)))
                .isCloseTo(steps * links, Percentage.withPercentage(1));
        assertThat(nanos(shape, ranks, pieces, s -> s.fidelity(Fidelity.PACKET).compat()))
                .as("under ASTRA-sim's rules it ends with its acknowledgement")
                .isCloseTo(steps * linksOfAstraSim * 2, Percentage.withPercentage(1));
    }
}
