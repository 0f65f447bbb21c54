// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InkTest {
    @Test
    void sevenSeriesThenTheFirstAgain() {
        Set<Ink> seen = new HashSet<>();
        IntStream.range(0, 7).forEach(i -> seen.add(Ink.series(i)));
        assertThat(seen).hasSize(7).doesNotContain(Ink.BLACK, Ink.GREY);
        assertThat(Ink.series(7)).isEqualTo(Ink.series(0)).isEqualTo(Ink.BLUE);
        assertThat(Ink.series(-1)).isEqualTo(Ink.YELLOW);
    }

    /** Okabe and Ito (2008). */
    @Test
    void theColoursAreThoseThatAllCanTellApart() {
        assertThat(IntStream.range(0, 7).map(i -> Ink.series(i).rgb(false)))
                .containsExactly(0x0072B2, 0xD55E00, 0x009E73, 0xE69F00, 0x56B4E9, 0xCC79A7, 0xF0E442);
    }

    /** Without colours two series differ in grey, and their lines in dash. */
    @Test
    void greysAndDashesDifferBetweenSeries() {
        Set<Integer> greys = new HashSet<>();
        Set<String> dashes = new HashSet<>();
        for (int i = 0; i < 7; i++) {
            greys.add(Ink.series(i).rgb(true));
            dashes.add(java.util.Arrays.toString(Ink.series(i).dash(true)));
            assertThat(Ink.series(i).dash(false)).isEmpty();
            assertThat(Ink.series(i).hatch(false)).isEqualTo(Hatch.NONE);
            assertThat(Ink.series(i).strong(true)).isEqualTo(0x404040);
            assertThat(Ink.series(i).strong(false)).isEqualTo(Ink.series(i).rgb(false));
        }
        assertThat(greys).hasSize(7);
        assertThat(dashes).hasSize(7);
    }

    @Test
    void aTintIsNearlyWhite() {
        assertThat(Ink.BLACK.tint(false)).isEqualTo(0xC7C7C7);
        assertThat(Ink.BLACK.tint(true)).isEqualTo(0xA6A6A6);
        assertThat(Ink.BLUE.tint(false)).isEqualTo(0xC7E0EE);
    }

    @Test
    void coloursBlendByChannel() {
        assertThat(Ink.blend(0x000000, 0xFFFFFF, 0.5)).isEqualTo(0x808080);
        assertThat(Ink.blend(0x102030, 0x302010, 0)).isEqualTo(0x102030);
        assertThat(Ink.blend(0x102030, 0x302010, 1)).isEqualTo(0x302010);
        assertThat(Ink.blend(0x102030, 0x302010, 0.25)).isEqualTo(0x182028);
    }

    @Test
    void hexHasSixDigits() {
        assertThat(Ink.hex(0)).isEqualTo("#000000");
        assertThat(Ink.hex(0xABC)).isEqualTo("#000abc");
        assertThat(Ink.hex(0xD55E00)).isEqualTo("#d55e00");
    }
}
