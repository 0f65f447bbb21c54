// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Messages that had ended before the program came to wait for them. */
class RankTransfersTest {
    private static RankTransfers.Window window(long from, long to, long bytes, boolean open) {
        return new RankTransfers.Window(from, to, bytes, open);
    }

    private static List<long[]> settled(RankTransfers.Window... windows) {
        return RankTransfers.of(new TreeMap<>(), List.of(windows)).windows(1000);
    }

    @Test
    void aKnownEndStays() {
        assertThat(settled(window(1000, 5000, 64, false), window(1000, 1200, 64, false)))
                .containsExactly(new long[] {0, 4000}, new long[] {0, 200});
    }

    @Test
    void anOpenEndIsNoLaterThanThatOfTheShortestKnownOneOfItsSize() {
        assertThat(settled(
                        window(1000, 5000, 64, true),
                        window(1000, 1010, 64, true),
                        window(2000, 2300, 64, false),
                        window(2000, 2001, 65, false)))
                .containsExactly(
                        new long[] {0, 300}, new long[] {0, 10}, new long[] {1000, 1300}, new long[] {1000, 1001});
    }

    @Test
    void withoutOneTheShortestOpenOneTells() {
        assertThat(settled(window(1000, 5000, 64, true), window(1000, 1010, 64, true), window(1000, 9000, 32, true)))
                .containsExactly(new long[] {0, 10}, new long[] {0, 10}, new long[] {0, 8000});
    }
}
