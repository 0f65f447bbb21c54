// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.etude.collective.PhasePlanner;
import org.etude.collective.PhasePlanner.Style;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.topology.text.TopologyText;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Into how many chunks collectives over several dimensions are cut. */
class PipelineDepthTest {
    private static final int[] SIZE = {8, 16};

    private static int chunks(
            String network, double inner, long latencyNs, CollectiveType kind, long bytes, String... algorithms) {
        PipelineDepth depth = new PipelineDepth(TopologyText.parse(network)
                .bandwidth(Bandwidth.gigabytesPerSecond(inner), Bandwidth.gigabytesPerSecond(1))
                .latency(Time.ns(latencyNs))
                .logical());
        AlgorithmSpec[] algorithm =
                Arrays.stream(algorithms).map(AlgorithmSpec::parse).toArray(AlgorithmSpec[]::new);
        int[] order = kind == CollectiveType.ALL_GATHER ? new int[] {1, 0} : new int[] {0, 1};
        return depth.chunks(
                PhasePlanner.plan(
                        kind, bytes, SIZE, algorithm, new boolean[] {true, true}, order, Style.LOCAL_BW_AWARE),
                new int[] {0, 1},
                SIZE,
                algorithm);
    }

    private static int equalRates(CollectiveType kind, long bytes, String algorithm) {
        return chunks("torus:8x16", 1, 1_000, kind, bytes, algorithm, algorithm);
    }

    /** An all-reduce whose outer dimension is the slow one. */
    private static int slowOutside(String network, long latencyNs, long bytes, String inner, String outer) {
        return chunks(network, 16, latencyNs, CollectiveType.ALL_REDUCE, bytes, inner, outer);
    }

    @Test
    void withoutLatencyMoreChunksAreFaster() {
        assertThat(slowOutside("torus:8x16", 0, 1 << 20, "ring", "ring")).isEqualTo(PipelineDepth.MOST);
    }

    /**
     * 1 GB/s is 1 byte per ns. Of S bytes in k chunks, the inner dimension takes 7 l + 0.875 S / 16 k twice, the outer one
     * 30 l + 0.234375 S / k in between, k times in a row: T(k) = 14 l + 30 k l + (0.234375 + 0.109375 / k) S. So T(4) < T(2) from 2,194.3 l on
     * and T(8) < T(4) from 8,777.1 l on; T(2) < T(1) from 548.6 l on, but T(2) < 0.95 T(1) from 858.7 l on.
     */
    @ParameterizedTest
    @CsvSource({"858, 1", "859, 2", "2194, 2", "2195, 4", "8777, 4", "8778, 8", "9999999, 8"})
    void moreChunksNeedMoreBytes(long thousands, int chunks) {
        assertThat(slowOutside("torus:8x16", 1_000, thousands * 1_000, "ring", "ring"))
                .isEqualTo(chunks);
    }

    /**
     * With equal rates the inner dimension is the busy one, and two chunks are enough for it never to wait: 4 (7 l + 0.4375
     * S). Of fewer bytes they take 2 (7 l + 0.4375 S) + 2 (30 l + 0.1171875 S), less than 0.95 (44 l + 1.984375 S) from S =
     * 41,507 l on.
     */
    @ParameterizedTest
    @CsvSource({"41450, 1", "41550, 2", "71000, 2", "73000, 2", "1000000000, 2"})
    void twoChunksHideAQuickerDimension(long bytes, int chunks) {
        assertThat(equalRates(CollectiveType.ALL_REDUCE, bytes, "ring")).isEqualTo(chunks);
    }

    /** From which 1,000 bytes on an all-reduce is in two, four and eight chunks. */
    @ParameterizedTest
    @CsvSource({
        "switch:8+switch:16, ring, ring, 1717, 4389, 17554", // two links away
        "ring:8+ring:16, ring, halvingDoubling, 859, 2194, 8777", // as far round as a ring in all
        "fc:8+fc:16, ring, halvingDoubling, 242, 585, 2340", // a step for each power of two
        "fc:8+fc:16, direct, direct, 352, 1024, 4096", // one link, to all others at once: 2 l + 2 k l + (1 + 1 / k) S /
        // 64
        "ring:8+ring:16, direct, direct, 458, 1170, 4681" // half way round
    })
    void stepsAndLinksCount(String network, String inner, String outer, long two, long four, long eight) {
        String shape = network.replace('+', ',');
        long[] from = {two, four, eight};
        for (int i = 0; i < from.length; i++) {
            assertThat(slowOutside(shape, 1_000, from[i] * 990, inner, outer)).isEqualTo(1 << i);
            assertThat(slowOutside(shape, 1_000, from[i] * 1_020, inner, outer)).isEqualTo(1 << i + 1);
        }
    }

    /** An all-gather begins in the outer dimension with its own part; an all-to-all carries everything along both. */
    @ParameterizedTest
    @CsvSource({
        "ALL_GATHER, ring, 4500, 1", // outer 15 l + 15 S / k, inner 7 l + 112 S / k
        "ALL_GATHER, ring, 4520, 4",
        "ALL_GATHER, ring, 14900, 4",
        "ALL_GATHER, ring, 15000, 8",
        "ALL_TO_ALL, direct, 24700, 1", // inner 4 l + 0.875 S / k, outer 8 l + 0.9375 S / k
        "ALL_TO_ALL, direct, 24900, 2",
        "ALL_TO_ALL, direct, 73000, 2",
        "ALL_TO_ALL, direct, 73300, 4",
        "ALL_TO_ALL, ring, 13400, 1", // inner 7 l + 3.5 S / k, outer 15 l + 7.5 S / k
        "ALL_TO_ALL, ring, 13450, 2",
        "ALL_TO_ALL, ring, 34200, 2",
        "ALL_TO_ALL, ring, 34400, 4"
    })
    void kindsDifferInTheirBytes(CollectiveType kind, String algorithm, long bytes, int chunks) {
        assertThat(equalRates(kind, bytes, algorithm)).isEqualTo(chunks);
    }
}
