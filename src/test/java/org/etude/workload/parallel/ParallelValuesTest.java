// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.etude.spec.CollectiveType;
import org.etude.spec.Parallelism;
import org.etude.spec.WorkloadException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link TrafficCount}, {@link PairBytes}, {@link PassFloor} and {@link CopyLayout}. */
class ParallelValuesTest {
    @Test
    void trafficIsAddedUpByGroupTypeAndSize() {
        TrafficCount count = new TrafficCount();
        count.message(5);
        count.collective(Group.DATA, CollectiveType.ALL_REDUCE, 4, 100);
        count.collective(Group.TENSOR, CollectiveType.REDUCE_SCATTER, 2, 30);
        count.collective(Group.TENSOR, CollectiveType.ALL_REDUCE, 2, 10);
        count.collective(Group.DATA, CollectiveType.ALL_REDUCE, 4, 1);
        count.message(6);
        assertThat(count.of(3))
                .extracting(row -> row.stage() + " "
                        + row.group().map(Enum::name).orElse("-") + " "
                        + row.type().map(Enum::name).orElse("-") + " of " + row.ranks() + ": " + row.count() + " x, "
                        + row.bytes())
                .containsExactly(
                        "3 TENSOR ALL_REDUCE of 2: 1 x, 10",
                        "3 TENSOR REDUCE_SCATTER of 2: 1 x, 30",
                        "3 DATA ALL_REDUCE of 4: 2 x, 101",
                        "3 - - of 2: 2 x, 11");
        assertThat(new TrafficCount().of(0)).isEmpty();
    }

    @Test
    void sumsBeyondCountingAreAnError() {
        TrafficCount count = new TrafficCount();
        count.message(Long.MAX_VALUE);
        assertThatThrownBy(() -> count.message(1)).isInstanceOf(ArithmeticException.class);
    }

    /** Member 0 sends 1 + 2 and receives 10 + 20; member 2 sends 20 + 21 and receives 2 + 12. */
    @Test
    void theBusiestMemberOfAnUnevenAllToAllSendsOrReceivesMost() {
        PairBytes bytes = (from, to) -> 10L * from + to;
        assertThat(bytes.most(3)).isEqualTo(41);
        PairBytes turned = (from, to) -> 10L * to + from;
        assertThat(turned.most(3)).as("received").isEqualTo(41);
        assertThat(bytes.most(1)).as("a member sends itself nothing").isZero();
    }

    @Test
    void passesInSequenceAddUpAndHideTheirCommunicationOrNot() {
        PassFloor sum =
                new PassFloor(7, 5, 1, 4).plus(new PassFloor(2, 1, 0, 3)).plus(PassFloor.NONE);
        assertThat(sum.least(false)).isEqualTo(9);
        assertThat(sum.least(true)).as("4 + 3 of the second group").isEqualTo(7);
        assertThat(new PassFloor(9, 8, 1).least(true)).as("kernels").isEqualTo(8);
        assertThat(PassFloor.NONE.least(true)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "-1, 1"})
    void aLayoutHasAtLeastOneGroup(int instances, int expertGroups) {
        assertThatThrownBy(() -> new CopyLayout(instances, false, expertGroups, 2))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining(instances + " instances of shards and " + expertGroups + " groups of experts")
                .hasMessageContaining("Give 1 or more.");
    }

    /** 12 copies of which 2 share the experts: in 2 or 3 instances there are 6 or 4 copies, in 4 there would be 3, in 5 none. */
    @ParameterizedTest
    @CsvSource({
        "1, false, true",
        "2, false, true",
        "3, false, true",
        "4, false, false",
        "5, false, false",
        "1, true, true",
        "2, true, false"
    })
    void instancesDivideTheCopies(int instances, boolean mirrored, boolean fits) {
        CopyLayout layout = new CopyLayout(instances, mirrored, 1, 2);
        Parallelism ranks = new Parallelism(1, 2, 12, 1, 1);
        if (fits) {
            assertThatCode(() -> layout.check(ranks)).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> layout.check(ranks))
                    .hasMessageContaining(instances + " instances of shards on ")
                    .hasMessageContaining("cannot be combined with dualpipe");
        }
    }

    @Test
    void groupsOfExpertsDivideTheRanksOfExperts() {
        Parallelism ranks = new Parallelism(1, 4, 8, 1, 1);
        assertThatCode(() -> new CopyLayout(1, false, 2, 2).check(ranks)).doesNotThrowAnyException();
        assertThatThrownBy(() -> new CopyLayout(1, false, 3, 2).check(ranks))
                .hasMessageContaining("3 groups of experts on ")
                .hasMessageContaining("They must divide the ranks of experts, ep.");
    }
}
