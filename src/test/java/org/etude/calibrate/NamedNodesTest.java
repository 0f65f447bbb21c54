// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.assertj.core.data.Percentage;
import org.etude.Shared;
import org.etude.Topology;
import org.etude.Workloads;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.unit.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All-reduces on AMD's nodes by name, with the rates of their data sheets, against what rccl-tests measured. */
class NamedNodesTest {
    private static double micros(String network, long bytes) {
        Topology nodes = Topology.parse(network);
        return Workloads.collectives(nodes.hosts(), CollectiveType.ALL_REDUCE, List.of(new Bytes(bytes)))
                .simulate(nodes, s -> s.fidelity(Fidelity.ANALYTIC))
                .end()
                .toMicros();
    }

    /** 14 steps of 1 us, each with a part of 1/8 on four links of 64 GB/s. */
    @ParameterizedTest
    @CsvSource({"1048576", "8388608", "67108864", "536870912", "4294967296"})
    void aNodeOfEightUsesTheLinksOfFourRings(long bytes) {
        double ring = 14 * (1 + bytes / 8.0 / 4 / 64e3);
        assertThat(micros("mi300x:8", bytes)).isCloseTo(ring, Percentage.withPercentage(0.1));
    }

    /** One node is within a quarter of what was measured from 1 MiB on, and two nodes from 512 MiB on; small sizes on NICs are not. */
    @ParameterizedTest
    @CsvSource({
        "mi300x:8, mi300x_1node_8gpu_allreduce_f32.csv, 1048576, 0.26",
        "mi300x:16, mi300x_2node_16gpu_allreduce_f32.csv, 536870912, 0.31",
        "mi355x:16, mi355x_2node_16gpu_allreduce_f32.csv, 536870912, 0.13"
    })
    void largeAllReducesTakeAboutWhatWasMeasured(String network, String table, long from, double bound)
            throws IOException {
        Path file = Shared.dir("golden", "hardware").resolve(table);
        List<Double> errors = new ArrayList<>();
        int ranks = Topology.parse(network).hosts();
        for (CollectiveTiming measured : CollectiveTimingsReader.read(file, "all_reduce", ranks)) {
            double error = micros(network, measured.bytes()) / measured.micros() - 1;
            System.out.printf(
                    Locale.ROOT,
                    "%s %,d bytes: measured %.1f us, %+.0f %%%n",
                    network,
                    measured.bytes(),
                    measured.micros(),
                    100 * error);
            if (measured.bytes() >= from) {
                errors.add(Math.abs(error));
            }
        }
        assertThat(errors).hasSizeGreaterThan(3).allMatch(error -> error < bound);
    }
}
