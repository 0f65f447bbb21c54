// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.etude.et.wire.CommGroups;
import org.etude.spec.WorkloadException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job of four ranks: group 1 is all of it, 2 and 5 are halves. */
class GroupPlanTest {
    private static final CommGroups HALVES =
            CommGroups.of(Map.of(1, List.of(0, 1, 2, 3), 2, List.of(0, 1), 5, List.of(2, 3)));

    @Test
    void theWholeJobSpreadsAndHalvesAreCopied() {
        GroupPlan plan = new GroupPlan(HALVES, 4, 8, true, 0);
        assertThat(plan.copies()).isTrue();
        assertThat(plan.copiedCount()).isEqualTo(2);
        assertThat(plan.names(0)).isEqualTo(Map.of("2", "2", "5", "5"));
        assertThat(plan.names(1)).isEqualTo(Map.of("2", "6", "5", "7"));
        assertThat(plan.after().groups())
                .isEqualTo(Map.of(
                        1, List.of(0, 1, 2, 3, 4, 5, 6, 7),
                        2, List.of(0, 1),
                        5, List.of(2, 3),
                        6, List.of(4, 5),
                        7, List.of(6, 7)));
    }

    @Test
    void laterReplicasAreNumberedBehindEarlierOnes() {
        GroupPlan plan = new GroupPlan(HALVES, 4, 12, true, 10);
        assertThat(plan.names(1)).as("behind what is taken").isEqualTo(Map.of("2", "11", "5", "12"));
        assertThat(plan.names(2)).isEqualTo(Map.of("2", "13", "5", "14"));
        assertThat(plan.after().groups().get(14)).containsExactly(10, 11);
    }

    @Test
    void groupsGrowAsTheyAreSpreadOrStay() {
        GroupPlan spread = new GroupPlan(HALVES, 4, 8, true, 0);
        assertThat(spread.growth("")).containsExactly(4, 8);
        assertThat(spread.growth("1")).containsExactly(4, 8);
        assertThat(spread.growth("2")).containsExactly(2, 2);
        GroupPlan copied = new GroupPlan(HALVES, 4, 8, false, 0);
        assertThat(copied.growth("1")).containsExactly(4, 4);
        assertThat(copied.growth("")).as("of no group").containsExactly(4, 8);
        assertThat(copied.copiedCount()).isEqualTo(3);
        assertThat(copied.after().groups().get(6)).containsExactly(4, 5, 6, 7);
    }

    @Test
    void theLastReplicaMayBeIncomplete() {
        GroupPlan plan = new GroupPlan(CommGroups.of(Map.of(1, List.of(0, 1, 2, 3))), 4, 6, true, 0);
        assertThat(plan.copies()).isFalse();
        assertThat(plan.after().groups()).isEqualTo(Map.of(1, List.of(0, 1, 2, 3, 4, 5)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "0", "01", "tp", "1234567890"})
    void groupsThatAreNotDefinedCannotGrow(String name) {
        GroupPlan plan = new GroupPlan(HALVES, 4, 8, true, 0);
        assertThatThrownBy(() -> plan.growth(name))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("communicator group \"" + name + "\" is not defined");
    }
}
