// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.etude.spec.CollectiveType;
import org.etude.spec.RepairOptions;
import org.etude.spec.RepairOptions.Mismatch;
import org.etude.spec.RepairOptions.Unknown;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the ranks of group 7 must change, each as "rank: STEP call type size (reason)", and what is said about it. Calls are written
 * as letter and bytes: all-R-educe, all-G-ather, all-to-all X, B-roadcast, reduce Z, barrier K, ? of unknown type.
 */
class CollectiveDecisionTest {
    private static final Map<Character, CollectiveType> TYPES = Map.of(
            'R', CollectiveType.ALL_REDUCE,
            'G', CollectiveType.ALL_GATHER,
            'X', CollectiveType.ALL_TO_ALL,
            'B', CollectiveType.BROADCAST,
            'Z', CollectiveType.REDUCE,
            'S', CollectiveType.REDUCE_SCATTER_BLOCK,
            'K', CollectiveType.BARRIER);

    private CollectiveDecision decision;

    private static Calls calls(String text) {
        Calls calls = new Calls();
        for (String call : text.split(" ")) {
            CollectiveType type = TYPES.get(call.charAt(0));
            int number = type == null ? Calls.UNKNOWN : type.number();
            calls.add(10 + calls.count(), number, Long.parseLong(call.substring(1)), calls.count());
        }
        return calls;
    }

    /** Decides on one text per rank; returns what changes on each. */
    private List<String> changes(RepairOptions options, String... ranks) {
        List<Integer> members = IntStream.range(0, ranks.length).boxed().toList();
        decision = CollectiveDecision.of("7", members, rank -> calls(ranks[rank]), options);
        List<String> changes = new ArrayList<>();
        decision.forEachBusyRank((rank, rankClass) -> {
            for (ClassPlan.Step step : decision.plan(rankClass).steps()) {
                String to = step.type() == Calls.UNKNOWN
                        ? ""
                        : ' ' + CollectiveType.ofNumber(step.type()).toString();
                String size = step.size() == Calls.UNKNOWN ? "" : " " + step.size();
                String from = step.copied() == null
                        ? Integer.toString(step.call())
                        : "of rank " + step.copied().rank() + " call "
                                + step.copied().call();
                changes.add(rank + ": " + step.kind() + ' ' + from + to + size + " (" + step.reason() + ')');
            }
        });
        return changes;
    }

    private List<String> changes(Mismatch mismatch, String... ranks) {
        return changes(RepairOptions.defaults().withMismatch(mismatch), ranks);
    }

    private List<String> changes(String... ranks) {
        return changes(Mismatch.MAJORITY, ranks);
    }

    private List<String> findings() {
        return decision.findings().stream()
                .map(f -> f.level() + " " + f.where() + ": " + f.what() + " | " + f.why() + " | " + f.effect())
                .toList();
    }

    private static final String MOST = " | every rank gets what most ranks have";

    @Test
    void ranksThatAgreeChangeNothing() {
        assertThat(changes("R100 G50", "R100 G50", "R100 G50")).isEmpty();
        assertThat(findings()).isEmpty();
    }

    @Test
    void whatOneOfThreeLacksIsCopiedFromTheLowestThatHasIt() {
        assertThat(changes("R100", "R100 R200", "R100 R200"))
                .containsExactly(
                        "0: KEEP 0 ALL_REDUCE 100 (as on 3 of 3 ranks of group 7)",
                        "0: INSERT of rank 1 call 1 ALL_REDUCE 200 (as on 2 of 3 ranks of group 7)");
        assertThat(findings())
                .containsExactly("WARNING group 7, collective 1: ALL_REDUCE of 200 bytes is missing on rank 0"
                        + " | it is here on rank 1, 2" + MOST);
    }

    @Test
    void whatOneOfThreeHasAloneIsRemoved() {
        assertThat(changes("R100", "R100 R200", "R100"))
                .containsExactly(
                        "1: KEEP 0 ALL_REDUCE 100 (as on 3 of 3 ranks of group 7)",
                        "1: DROP 1 (most ranks of group 7 do not run it)");
        assertThat(findings()).hasSize(1);
    }

    /** Half is enough. */
    @Test
    void whatHalfTheRanksHaveIsKept() {
        assertThat(changes("R100", "R100 R200"))
                .containsExactly(
                        "0: KEEP 0 ALL_REDUCE 100 (as on 2 of 2 ranks of group 7)",
                        "0: INSERT of rank 1 call 1 ALL_REDUCE 200 (as on 1 of 2 ranks of group 7;"
                                + " ties are decided by presence, then by the lowest rank)");
    }

    @Test
    void theSizeOfMostRanksCounts() {
        assertThat(changes("R100", "R120", "R120"))
                .containsExactly("0: KEEP 0 ALL_REDUCE 120 (as on 2 of 3 ranks of group 7)");
        assertThat(findings())
                .containsExactly(
                        "WARNING group 7, collective 0: the size differs: 100 bytes on rank 0; 120 bytes on rank"
                                + " 1, 2 | all ranks must pass the same size" + MOST);
    }

    @Test
    void amongEquallyManyTheLowestRankDecides() {
        assertThat(changes("R100", "R120"))
                .containsExactly("1: KEEP 0 ALL_REDUCE 100 (as on 1 of 2 ranks of group 7;"
                        + " ties are decided by presence, then by the lowest rank)");
    }

    /** 0 bytes, as where a size was not recorded, do not outvote a size. */
    @Test
    void zeroBytesDoNotOutvoteASize() {
        assertThat(changes("R0", "R0", "R100"))
                .containsExactly(
                        "0: KEEP 0 ALL_REDUCE 100 (as on 1 of 3 ranks of group 7)",
                        "1: KEEP 0 ALL_REDUCE 100 (as on 1 of 3 ranks of group 7)");
        assertThat(findings()).isEmpty();
    }

    @Test
    void theTypeOfMostRanksCounts() {
        assertThat(changes("R100", "G100", "G100"))
                .containsExactly("0: KEEP 0 ALL_GATHER 100 (as on 2 of 3 ranks of group 7)");
        assertThat(findings())
                .containsExactly(
                        "WARNING group 7, collective 0: the type differs: ALL_REDUCE on rank 0; ALL_GATHER on rank"
                                + " 1, 2 | all ranks must call the same collective" + MOST);
    }

    /** What a rank does not know is no disagreement. */
    @Test
    void whatARankDoesNotKnowIsFilledIn() {
        assertThat(changes("R-1", "?100", "R100"))
                .containsExactly(
                        "0: KEEP 0 ALL_REDUCE 100 (as on 1 of 3 ranks of group 7)",
                        "1: KEEP 0 ALL_REDUCE 100 (as on 1 of 3 ranks of group 7)");
        assertThat(findings()).isEmpty();
    }

    /** Parts of an all-to-all may differ; simulators know equal ones only, so all get the largest. */
    @Test
    void ofUnevenPartsTheLargestCounts() {
        assertThat(changes("X300", "X100"))
                .containsExactly(
                        "1: KEEP 0 ALL_TO_ALL 300 (as on 1 of 2 ranks of group 7, the largest part of an uneven exchange)");
        assertThat(findings())
                .containsExactly(
                        "WARNING group 7, collective 0: the size differs: 100 bytes on rank 1; 300 bytes on rank 0"
                                + " | ranks may exchange parts of unequal size, but other simulators support only equal parts"
                                + " | every rank uses the largest size, except where part_bytes tells what each rank sends");
    }

    /** Where any rank moves bytes, one that moves none differs only in a barrier, which has no tensor of its own. */
    @Test
    void noBytesAreASizeOfABarrierOnly() {
        changes("K0", "K8");
        assertThat(findings())
                .singleElement()
                .asString()
                .startsWith("WARNING group 7, collective 0: the size differs: 0 bytes on rank 0; 8 bytes on rank 1 | ");
        changes("B0", "B8");
        assertThat(findings()).isEmpty();
        changes("R0", "R8");
        assertThat(findings()).isEmpty();
    }

    @Test
    void anotherOrderIsPutRight() {
        assertThat(changes("R100 G50 X7", "R100 G50 X7", "G50 R100 X7")).anyMatch(c -> c.startsWith("2: MOVE"));
        assertThat(findings()).hasSize(1).allMatch(f -> f.contains(" is in a different order on rank 2 | "));
    }

    @Test
    void disagreementsAreRemovedEverywhereOnRequest() {
        assertThat(changes(Mismatch.DROP, "R100 G8", "R120 G8"))
                .containsExactly(
                        "0: DROP 0 (the ranks of the group do not agree about it)",
                        "0: KEEP 1 ALL_GATHER 8 (as on 2 of 2 ranks of group 7)",
                        "1: DROP 0 (the ranks of the group do not agree about it)",
                        "1: KEEP 1 ALL_GATHER 8 (as on 2 of 2 ranks of group 7)");
        assertThat(findings())
                .hasSize(1)
                .allMatch(f -> f.startsWith("WARNING") && f.endsWith("| removed on every rank"));
    }

    @Test
    void disagreementsAreOnlyReportedOnRequest() {
        assertThat(changes(Mismatch.REPORT, "R100 G8", "R120 G8", "G8")).isEmpty();
        assertThat(findings())
                .hasSize(2)
                .allMatch(f ->
                        f.startsWith("ERROR") && f.endsWith("| left unchanged; a simulator would wait indefinitely"));
    }

    @ParameterizedTest
    @CsvSource({
        "REPORT, '', left unchanged; simulators will reject it",
        "REPLAY, 'KEEP 0 BROADCAST 0 (its size is unknown on every rank: replayed)', its measured time is replayed without traffic",
        "DROP, 'DROP 0 (its size is unknown on every rank)', removed; its time and traffic are lost"
    })
    void aSizeThatNobodyKnowsIsTreatedAsRequested(Unknown unknown, String change, String effect) {
        List<String> changes = changes(RepairOptions.defaults().withUnknown(unknown), "R-1", "R-1");
        assertThat(changes).isEqualTo(change.isEmpty() ? List.of() : List.of("0: " + change, "1: " + change));
        assertThat(findings())
                .containsExactly("ERROR group 7, collective 0: the size of ALL_REDUCE is unknown on every rank"
                        + " | no attribute, name or tensor | " + effect);
    }

    @Test
    void aTypeThatNobodyKnowsIsReplayed() {
        assertThat(changes(RepairOptions.defaults().withUnknown(Unknown.REPLAY), "?64", "?64"))
                .containsExactly(
                        "0: KEEP 0 BROADCAST 64 (its type is unknown on every rank: replayed)",
                        "1: KEEP 0 BROADCAST 64 (its type is unknown on every rank: replayed)");
        assertThat(findings()).hasSize(1).allMatch(f -> f.contains("the type is unknown on every rank"));
    }

    /** A broadcast or barrier is replayed with its measured time, so it needs no size. */
    @Test
    void replayedCollectivesNeedNoSize() {
        changes("B-1", "B-1");
        assertThat(findings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Z100, KEEP 0 BROADCAST 100 (ASTRA-sim throws at REDUCE and replays the measured time of a broadcast)",
        "K0, KEEP 0 BROADCAST 0 (ASTRA-sim throws at BARRIER and replays the measured time of a broadcast)",
        "S64, KEEP 0 REDUCE_SCATTER 64 (ASTRA-sim knows it only under this name)",
        "R0, DROP 0 (ASTRA-sim never ends a collective of 0 bytes)"
    })
    void astraSimGetsWhatItCanRun(String call, String change) {
        assertThat(changes(RepairOptions.forAstraSim(), call, call)).containsExactly("0: " + change, "1: " + change);
        assertThat(changes(RepairOptions.defaults(), call, call)).isEmpty();
    }

    @Test
    void aGroupWithoutTracesIsLeftAlone() {
        CollectiveDecision none = CollectiveDecision.of("7", List.of(), rank -> calls("R1"), RepairOptions.defaults());
        assertThat(none.findings()).isEmpty();
    }
}
