// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.etude.et.wire.CommGroups;
import org.etude.report.Finding;
import org.etude.spec.RepairOptions;
import org.etude.spec.RepairOptions.Mismatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of process groups, and who is in a group. */
class GroupNamesTest {
    private static final CommGroups GROUPS = new CommGroups(new TreeMap<>(Map.of(7, List.of(0, 2, 9), 12, List.of(1))));

    @ParameterizedTest
    @CsvSource({
        "'', -1",
        "0, 0",
        "7, 7",
        "007, 7",
        "12, 12",
        "123456789, 123456789",
        "1234567890, -1", // more than an int may hold
        "-1, -1",
        "+1, -1",
        "1.0, -1",
        "7a, -1",
        "a7, -1",
        "7/, -1", // the characters next to the digits
        "7:, -1"
    })
    void aNumberHasOneToNineDigitsAndNothingElse(String name, int number) {
        assertThat(GroupNames.number(name)).isEqualTo(number);
    }

    @Test
    void theEmptyNameAndZeroAreTheWholeJob() {
        assertThat(GroupNames.isWorld("")).isTrue();
        assertThat(GroupNames.isWorld("0")).isTrue();
        assertThat(GroupNames.isWorld("00")).isFalse();
        assertThat(GroupNames.isWorld("default")).isFalse();
        assertThat(GroupNames.listed(GROUPS, "0")).isNull();
    }

    @Test
    void aListedGroupHasItsRanks() {
        assertThat(GroupNames.listed(GROUPS, "7")).containsExactly(0, 2, 9);
        assertThat(GroupNames.listed(GROUPS, "8")).isNull();
        assertThat(GroupNames.listed(GROUPS, "tp")).isNull();
    }

    /** Names that are no numbers are all before the numbers, in alphabetical order. */
    @Test
    void numbersAreOrderedByValue() {
        assertThat(Stream.of("10", "tp", "9", "dp", "0").sorted(GroupNames.ORDER))
                .containsExactly("dp", "tp", "0", "9", "10");
    }

    /** A job of four: rank 9 of the group has no trace, ranks 1 and 3 call it without being in it. */
    @Test
    void membersHaveATraceAndStrangersAreNotListed() {
        GroupMembers members = GroupMembers.of(GROUPS, "7", 4, List.of(0, 1, 2, 3));
        assertThat(members.members()).containsExactly(0, 2);
        assertThat(members.strangers()).containsExactly(1, 3);
        assertThat(members.findings(rank -> rank == 1 ? 1 : 5, RepairOptions.defaults()))
                .extracting(GroupNamesTest::text)
                .containsExactly(
                        "WARNING 1 group 7: 1 collective in a group that does not list this rank"
                                + " | the group is listed as rank 0, 2, 9 | removed on this rank",
                        "WARNING 3 group 7: 5 collectives in a group that does not list this rank"
                                + " | the group is listed as rank 0, 2, 9 | removed on this rank",
                        "WARNING -1 group 7: no trace of rank 9 of the group"
                                + " | the group is listed with 3 ranks, there are traces of 4"
                                + " | its collectives are compared among the other ranks only");
    }

    @Test
    void strangersAreErrorsWhereNothingIsChanged() {
        GroupMembers members = GroupMembers.of(GROUPS, "12", 2, List.of(0, 1));
        assertThat(members.findings(rank -> 2, RepairOptions.defaults().withMismatch(Mismatch.REPORT)))
                .extracting(GroupNamesTest::text)
                .containsExactly("ERROR 0 group 12: 2 collectives in a group that does not list this rank"
                        + " | the group is listed as rank 1 | left unchanged; a simulator would wait indefinitely");
    }

    private static String text(Finding finding) {
        return finding.level() + " " + finding.rank() + " " + finding.where() + ": " + finding.what() + " | "
                + finding.why() + " | " + finding.effect();
    }

    /** The whole job, and a name that the job does not list, mean all ranks. */
    @Test
    void aGroupThatIsNotListedIsTheWholeJob() {
        GroupMembers members = GroupMembers.of(GROUPS, "tp", 3, List.of(1));
        assertThat(members.members()).containsExactly(0, 1, 2);
        assertThat(members.strangers()).isEmpty();
        assertThat(members.findings(rank -> 1, RepairOptions.defaults())).isEmpty();
    }

    /** Every call of a rank outside the group goes, with the group as the reason. */
    @Test
    void allCallsOfAStrangerAreRemoved() {
        Calls calls = new Calls();
        calls.add(4, 0, 100, 0);
        calls.add(8, 0, 200, 1);
        List<ClassPlan.Step> steps = GroupMembers.removal("7", calls).steps();
        assertThat(steps).extracting(ClassPlan.Step::call).containsExactly(0, 1);
        assertThat(steps).allSatisfy(step -> {
            assertThat(step.kind()).isEqualTo(ClassPlan.Kind.DROP);
            assertThat(step.reason()).isEqualTo("group 7 does not list this rank");
        });
    }
}
