// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

/** Alignment of ranks that disagree on the collectives of a group; written as type letter and size, ranks in order. */
class CollectiveAlignmentTest {
    /** Calls as "R100 G50@3": an all-reduce of 100 bytes, an all-gather of 50 after three pieces of work. */
    private static Calls calls(String text) {
        Calls calls = new Calls();
        for (String call : text.split(" ")) {
            String[] parts = call.split("@");
            int work = parts.length > 1 ? Integer.parseInt(parts[1]) : calls.count();
            CollectiveType type = parts[0].charAt(0) == 'R' ? CollectiveType.ALL_REDUCE : CollectiveType.ALL_GATHER;
            calls.add(calls.count(), type.number(), Long.parseLong(parts[0].substring(1)), work);
        }
        return calls;
    }

    private static CollectiveAlignment aligned(String... ranks) {
        CollectiveAlignment alignment = new CollectiveAlignment(
                IntStream.range(0, ranks.length).boxed().collect(Collectors.toList()), rank -> calls(ranks[rank]));
        alignment.align();
        return alignment;
    }

    /** Each collective as type, size and the call of each class, "-" where it has none, "*" where it came from elsewhere. */
    private static List<String> slots(CollectiveAlignment alignment) {
        List<String> slots = new ArrayList<>();
        for (AlignedCollective collective : alignment.collectives()) {
            StringBuilder text = new StringBuilder()
                    .append(collective.type() == CollectiveType.ALL_REDUCE.number() ? 'R' : 'G')
                    .append(collective.size());
            for (int c = 0; c < alignment.classes().size(); c++) {
                text.append(' ')
                        .append(collective.has(c) ? collective.call(c) : "-")
                        .append(collective.isMoved(c) ? "*" : "");
            }
            slots.add(text.toString());
        }
        return slots;
    }

    @Test
    void ranksWithLikeSequencesAreOneClass() {
        CollectiveAlignment alignment = aligned("R100 G50", "R100 G60", "R100 G50");
        assertThat(alignment.classes().stream().map(RankClass::ranks)).containsExactly(List.of(0, 2), List.of(1));
        assertThat(alignment.members()).isEqualTo(3);
    }

    @Test
    void theSequenceOfMostRanksIsTheReference() {
        assertThat(slots(aligned("R100 R100 R100", "G50 G50", "G50 G50")))
                .containsExactly("G50 - 0", "R100 0 -", "G50 - 1", "R100 1 -", "R100 2 -");
    }

    /** Of equally many ranks: the longer sequence says what size a call has on which they disagree. */
    @Test
    void theLongerSequenceWinsAmongEquals() {
        assertThat(slots(aligned("R100 G50", "R200 G50 G50"))).containsExactly("R200 0 0", "G50 1 1", "G50 - 2");
    }

    /** Of equally many ranks with equally many calls: the lowest rank's. */
    @Test
    void theLowestRankWinsAmongEquallyLongOnes() {
        assertThat(slots(aligned("R100 G50", "R200 G50"))).containsExactly("R100 0 0", "G50 1 1");
    }

    @Test
    void aCallThatOneRankLacksIsAlignedWithoutIt() {
        assertThat(slots(aligned("R1 R2 R3", "R1 R3", "R1 R2 R3"))).containsExactly("R1 0 0", "R2 1 -", "R3 2 1");
    }

    @Test
    void anExchangedOrderIsMovedToWhereMostRanksHaveIt() {
        assertThat(slots(aligned("R1 G2 R3", "R1 G2 R3", "G2 R1 R3"))).containsExactly("R1 0 1*", "G2 1 0", "R3 2 2");
    }

    /** Two ranks with the call at different positions: it goes to the position of the lower rank. */
    @Test
    void anExchangedOrderOfTwoRanksIsMovedToTheLowerRank() {
        List<String> slots = slots(aligned("R1@0 R3@1 R5@2 G2@3", "G2@0 R1@1 R3@2 R5@3"));
        assertThat(slots).containsExactly("R1 0 1", "R3 1 2", "R5 2 3", "G2 3 0*");
        List<String> swapped = slots(aligned("G2@0 R1@1 R3@2 R5@3", "R1@0 R3@1 R5@2 G2@3"));
        assertThat(swapped).containsExactly("G2 0 3*", "R1 1 0", "R3 2 1", "R5 3 2");
    }

    /** Which of many equal calls is missing is recognised by the work before it. */
    @Test
    void equalCallsArePairedByTheWorkBeforeThem() {
        assertThat(slots(aligned("R1@0 R1@10 R1@20", "R1@0 R1@20"))).containsExactly("R1 0 0", "R1 1 -", "R1 2 1");
        assertThat(slots(aligned("R1@0 R1@10 R1@20", "R1@0 R1@10"))).containsExactly("R1 0 0", "R1 1 1", "R1 2 -");
    }

    /** Calls that only one class has are in the order of their work; at equal work those of the reference come first. */
    @Test
    void callsOfOneRankAloneArePlacedByTheirWork() {
        assertThat(slots(aligned("R1@0 R2@5 R9@9", "R1@0 G7@4 R9@9")))
                .containsExactly("R1 0 0", "G7 - 1", "R2 1 -", "R9 2 2");
        assertThat(slots(aligned("R1@0 R2@4 R9@9", "R1@0 G7@4 R9@9")))
                .containsExactly("R1 0 0", "R2 1 -", "G7 - 1", "R9 2 2");
    }
}
