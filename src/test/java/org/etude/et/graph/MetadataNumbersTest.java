// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MetadataNumbersTest {
    private static EtGraph graph(EtAttribute... metadata) {
        return new EtGraphBuilder("", List.of(metadata)).build();
    }

    @Test
    void theFirstWholeNumberOfTheNameCounts() {
        EtGraph graph = graph(
                EtAttribute.string("rank", "7"),
                EtAttribute.int64("other", 1),
                EtAttribute.int64("rank", 3),
                EtAttribute.int64("rank", 4));
        assertThat(MetadataNumbers.whole(graph, "rank", -5)).isEqualTo(3);
        assertThat(MetadataNumbers.ordinal(graph, "rank")).isEqualTo(3);
        assertThat(MetadataNumbers.whole(graph, "absent", -5)).isEqualTo(-5);
        assertThat(MetadataNumbers.ordinal(graph, "absent")).isEqualTo(-1);
        assertThat(MetadataNumbers.ordinal(graph(EtAttribute.string("rank", "7")), "rank"))
                .isEqualTo(-1);
    }

    @Test
    void aNumberThatNoIntHoldsIsNoOrdinal() {
        for (long number : new long[] {-1, Long.MIN_VALUE, 1L << 31, 1L << 32, Long.MAX_VALUE}) {
            EtGraph graph = graph(EtAttribute.int64("rank", number));
            assertThat(MetadataNumbers.whole(graph, "rank", 0)).isEqualTo(number);
            assertThat(MetadataNumbers.ordinal(graph, "rank")).isEqualTo(-1);
        }
        assertThat(MetadataNumbers.ordinal(graph(EtAttribute.int64("rank", Integer.MAX_VALUE)), "rank"))
                .isEqualTo(Integer.MAX_VALUE);
    }
}
