// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which calls of two ranks are one collective, by the costs that {@link SequenceAlignment} states. */
class SequenceAlignmentTest {
    private static final long WHOLE = 1L << 32;
    private static final int UNKNOWN = Calls.UNKNOWN;
    private static final int REDUCE = CollectiveType.ALL_REDUCE.number();
    private static final int GATHER = CollectiveType.ALL_GATHER.number();
    private static final int EXCHANGE = CollectiveType.ALL_TO_ALL.number();

    /** Calls as "R100@3": an all-reduce of 100 bytes after three pieces of work; G all-gather, X all-to-all, ? of unknown type. */
    private static Calls calls(String text) {
        Calls calls = new Calls();
        for (String call : text.isEmpty() ? new String[0] : text.split(" ")) {
            String[] parts = call.split("@");
            int type =
                    switch (parts[0].charAt(0)) {
                        case 'R' -> REDUCE;
                        case 'G' -> GATHER;
                        case 'X' -> EXCHANGE;
                        default -> UNKNOWN;
                    };
            calls.add(
                    calls.count(),
                    type,
                    Long.parseLong(parts[0].substring(1)),
                    parts.length > 1 ? number(parts[1]) : 0);
        }
        return calls;
    }

    private static int number(String text) {
        return Integer.parseInt(text);
    }

    /** One call each: a pair costs less than two calls alone, which cost 20, unless both type and size differ, which costs 25. */
    @ParameterizedTest
    @CsvSource({
        "R100, R100, 0",
        "R100, R200, 0",
        "R100, G100, 0",
        "R100, G200, -1",
        "X100, X200, 0",
        "R100, X200, -1",
        "?100, R100, 0",
        "?100, R200, 0",
        "R-1,  G100, 0",
        "R-1,  R100, 0",
        "R0,   R100, 0"
    })
    void aPairIsCheaperUnlessTypeAndSizeDiffer(String left, String right, int partner) {
        assertThat(SequenceAlignment.pair(calls(left), calls(right))).containsExactly(partner);
    }

    /** Each line has one call on the left and two on the right; the cheaper pair of the two is taken. */
    @ParameterizedTest
    @CsvSource({
        "R100, R100 R200, 0", // 0 before 12
        "R100, R200 R100, 1",
        "R100, ?100 R100, 1", // 0 before 1
        "R100, R200 R-1,  1", // 1 before 12
        "X100, G100 X200, 1", // 3 before 13
        "R100, G100 R200, 1", // 12 before 13
        "R100, R200 G100, 0",
        "X100, X200 X-1,  1" // 1 before 3
    })
    void theCheaperOfTwoPairsIsTaken(String left, String right, int partner) {
        assertThat(SequenceAlignment.pair(calls(left), calls(right))).containsExactly(partner);
    }

    /** Of equal calls the one after as much work; beyond 1,000 pieces of work all are equally far. */
    @Test
    void amongEqualCallsThePlaceInTheWorkDecides() {
        assertThat(SequenceAlignment.pair(calls("R100@50"), calls("R100@0 R100@40 R100@90")))
                .containsExactly(1);
        assertThat(SequenceAlignment.pair(calls("R100@60 R100@90"), calls("R100@0 R100@61 R100@89 R100@200")))
                .containsExactly(1, 2);
        assertThat(SequenceAlignment.pair(calls("R100@9000"), calls("R100@0 R100@7000")))
                .as("the later of equal choices")
                .containsExactly(1);
        assertThat(SequenceAlignment.pair(calls("R100@9000"), calls("R100@7000 R100@0")))
                .containsExactly(1);
    }

    @Test
    void nothingPairsWithNothing() {
        assertThat(SequenceAlignment.pair(calls(""), calls("R1 R2"))).isEmpty();
        assertThat(SequenceAlignment.pair(calls("R1 R2"), calls(""))).containsExactly(-1, -1);
    }

    /** The band begins eight wider than the difference of the lengths: these need more than that. */
    @Test
    void theBandWidensUntilTheCheapestPairsAreInIt() {
        String run = IntStream.range(0, 40).mapToObj(i -> "R" + (1000 + i)).reduce("", (a, b) -> a + " " + b);
        String other = IntStream.range(0, 30).mapToObj(i -> "G" + (5000 + i)).reduce("", (a, b) -> a + " " + b);
        int[] partner = SequenceAlignment.pair(calls((other + run).strip()), calls((run + other).strip()));
        assertThat(Arrays.copyOf(partner, 30)).containsOnly(-1);
        assertThat(Arrays.copyOfRange(partner, 30, 70))
                .isEqualTo(IntStream.range(0, 40).toArray());
    }

    /** A full table computed without any band, as the reference. */
    @Property(tries = 400)
    void noOtherPairsAreCheaper(
            @ForAll @Size(max = 14) List<@IntRange(max = 11) Integer> left,
            @ForAll @Size(max = 14) List<@IntRange(max = 11) Integer> right) {
        Calls a = drawn(left);
        Calls b = drawn(right);
        int[] partner = SequenceAlignment.pair(a, b);
        long cost = 0;
        int last = -1;
        int pairs = 0;
        for (int i = 0; i < partner.length; i++) {
            if (partner[i] >= 0) {
                assertThat(partner[i]).isGreaterThan(last);
                last = partner[i];
                cost += cost(a, i, b, last);
                pairs++;
            }
        }
        cost += 10 * WHOLE * (a.count() + b.count() - 2L * pairs);
        assertThat(cost).isEqualTo(least(a, b));
    }

    /** Four types (one unknown) by three sizes (one unknown), each after its own place of work. */
    private static Calls drawn(List<Integer> kinds) {
        int[] types = {REDUCE, EXCHANGE, GATHER, UNKNOWN};
        long[] sizes = {100, 200, UNKNOWN};
        Calls calls = new Calls();
        for (int kind : kinds) {
            calls.add(calls.count(), types[kind % 4], sizes[kind / 4], 3 * calls.count());
        }
        return calls;
    }

    private static long least(Calls a, Calls b) {
        long[][] table = new long[a.count() + 1][b.count() + 1];
        for (int i = 0; i <= a.count(); i++) {
            for (int j = 0; j <= b.count(); j++) {
                long best = i == 0 && j == 0 ? 0 : Long.MAX_VALUE;
                best = i > 0 ? Math.min(best, table[i - 1][j] + 10 * WHOLE) : best;
                best = j > 0 ? Math.min(best, table[i][j - 1] + 10 * WHOLE) : best;
                best = i > 0 && j > 0 ? Math.min(best, table[i - 1][j - 1] + cost(a, i - 1, b, j - 1)) : best;
                table[i][j] = best;
            }
        }
        return table[a.count()][b.count()];
    }

    /** The costs as the class states them; sizes of an all-to-all may differ. */
    private static long cost(Calls a, int i, Calls b, int j) {
        boolean types = a.type(i) != UNKNOWN && b.type(j) != UNKNOWN;
        boolean sizes = a.size(i) != UNKNOWN && b.size(j) != UNKNOWN || a.size(i) == b.size(j);
        boolean sameType = !types || a.type(i) == b.type(j);
        boolean sameSize = !sizes || a.size(i) == b.size(j);
        long whole;
        if (sameType && sameSize) {
            whole = types && sizes ? 0 : 1;
        } else if (sameType) {
            whole = types && a.type(i) == EXCHANGE ? 3 : 12;
        } else {
            whole = sameSize ? 13 : 25;
        }
        return whole * WHOLE + Math.abs(a.progress(i) - b.progress(j));
    }

    /** Too long and too different for a table: both are walked along, and of two steps the shorter one is skipped. */
    @Test
    void veryLongAndDifferentSequencesAreWalkedAlong() {
        Calls left = new Calls();
        Calls right = new Calls();
        for (int i = 0; i < 24_000; i++) {
            left.add(i, REDUCE, 1 + i % 100, i);
        }
        for (int i = 0; i < 8_000; i++) {
            // From the second hundred on, the first two of each hundred are others than on the left.
            int inside = i % 100;
            long size = i >= 100 && inside < 2 ? 5_000 + inside : 1 + inside;
            right.add(i, REDUCE, size, i);
        }
        int[] partner = SequenceAlignment.pair(left, right);
        for (int i = 0; i < 8_000; i++) {
            boolean missing = i >= 100 && i % 100 < 2;
            assertThat(partner[i]).as("call %d", i).isEqualTo(missing ? -1 : i);
        }
        assertThat(Arrays.copyOfRange(partner, 8_000, 24_000)).containsOnly(-1);
    }

    /** The left lacks 30 of the right in one place, and has 20 more in another. */
    @Test
    void aWalkSkipsUpToSixtyFourCalls() {
        Calls left = new Calls();
        Calls right = new Calls();
        for (int i = 0; i < 24_000; i++) {
            if (i < 1_000 || i >= 1_030) {
                left.add(left.count(), GATHER, 1 + i, i);
            }
            if (i < 9_000 && (i < 5_000 || i >= 5_020)) {
                right.add(right.count(), GATHER, 1 + i, i);
            }
        }
        int[] partner = SequenceAlignment.pair(left, right);
        assertThat(partner[999]).isEqualTo(999);
        assertThat(partner[1_000]).as("call 1,030").isEqualTo(1_030);
        assertThat(partner[4_969]).as("call 4,999").isEqualTo(4_999);
        assertThat(Arrays.copyOfRange(partner, 4_970, 4_990)).containsOnly(-1);
        assertThat(partner[4_990]).as("call 5,020").isEqualTo(5_000);
        assertThat(partner[8_969]).isEqualTo(8_979);
        assertThat(partner[8_970]).isEqualTo(-1);
    }
}
