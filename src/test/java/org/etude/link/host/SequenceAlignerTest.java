// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Alignment of long sequences without unique names: too long for one table, and no landmark divides them. */
class SequenceAlignerTest {
    private static final int LONG = 6_000;

    /** Names in rotation, from the given one on. */
    private static int[] turns(int length, int names, int first) {
        return IntStream.range(0, length).map(i -> (i + first) % names).toArray();
    }

    private static int[] joined(int[]... parts) {
        return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
    }

    private static int[] times(int count, int name) {
        int[] all = new int[count];
        Arrays.fill(all, name);
        return all;
    }

    @Test
    void aShiftIsFoundAtOnceAndKept() {
        int[] match = SequenceAligner.align(turns(LONG, 2, 0), turns(LONG, 2, 1));
        int[] expected = IntStream.range(0, LONG).map(i -> i - 1).toArray();
        assertThat(match).isEqualTo(expected);
    }

    @Test
    void namesMissingFarInsideAreSteppedOver() {
        // The third of three thousand rounds lacks its name 2 on the right; one 9 is too much at either end.
        int[] left = joined(times(1, 9), turns(9_000, 3, 0), times(2, 8));
        int[] right = joined(times(2, 7), turns(4_499, 3, 0), turns(4_500, 3, 0), times(1, 6));
        int[] match = SequenceAligner.align(left, right);
        long paired = Arrays.stream(match).filter(at -> at >= 0).count();
        assertThat(paired).isEqualTo(8_999);
        assertThat(match[0]).isEqualTo(-1);
        assertThat(match[1]).isEqualTo(2);
        assertThat(match[4_499]).isEqualTo(4_500);
        assertThat(match[4_500]).isEqualTo(-1);
        assertThat(match[4_501]).isEqualTo(4_501);
        assertThat(match[9_000]).isEqualTo(9_000);
        assertThat(match[9_001]).isEqualTo(-1);
    }

    @Test
    void stretchesThatHaveNothingInCommonArePassed() {
        int[] left = joined(times(3_000, 1), times(3_000, 2), times(2, 4));
        int[] right = joined(times(3_000, 3), times(3_000, 2), times(2, 5));
        int[] match = SequenceAligner.align(left, right);
        assertThat(Arrays.copyOfRange(match, 0, 3_000)).containsOnly(-1);
        assertThat(Arrays.copyOfRange(match, 3_000, 6_000))
                .isEqualTo(IntStream.range(3_000, 6_000).toArray());
        assertThat(Arrays.copyOfRange(match, 6_000, 6_002)).containsOnly(-1);
    }

    /** All of the shorter side find a partner; of equal choices the later one within the first window. */
    @Test
    void aSideThatEndsEarlierLeavesTheRestAlone() {
        int[] match = SequenceAligner.align(joined(times(5_000, 1), times(1, 2)), joined(times(1, 3), times(1_000, 1)));
        assertThat(Arrays.copyOfRange(match, 0, 24)).containsOnly(-1);
        assertThat(Arrays.copyOfRange(match, 24, 1_024))
                .isEqualTo(IntStream.rangeClosed(1, 1_000).toArray());
        assertThat(Arrays.copyOfRange(match, 1_024, 5_001)).containsOnly(-1);
    }

    @Test
    void whatIsThereAlreadyIsFilledBetween() {
        int[] match = {-1, 2, -1, -1};
        SequenceAligner.fill(match, new int[] {5, 1, 6, 7}, new int[] {6, 5, 1, 7, 6, 7});
        assertThat(match).containsExactly(1, 2, 4, 5);
    }

    /** A longest common subsequence by the textbook's dynamic programming. */
    @Property(tries = 300)
    void shortSequencesPairAsManyAsPossible(
            @ForAll @Size(max = 12) int[] leftNames,
            @ForAll @Size(max = 12) int[] rightNames,
            @ForAll @IntRange(min = 2, max = 5) int names) {
        int[] left = Arrays.stream(leftNames).map(n -> Math.floorMod(n, names)).toArray();
        int[] right =
                Arrays.stream(rightNames).map(n -> Math.floorMod(n, names)).toArray();
        int[] match = SequenceAligner.align(left, right);
        int last = -1;
        int paired = 0;
        for (int i = 0; i < left.length; i++) {
            if (match[i] >= 0) {
                assertThat(right[match[i]]).isEqualTo(left[i]);
                assertThat(match[i]).isGreaterThan(last);
                last = match[i];
                paired++;
            }
        }
        assertThat(paired).isEqualTo(CommonSubsequence.length(left, right));
    }
}
