// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.spec.Parallelism;
import org.etude.spec.WorkloadException;
import org.etude.workload.llm.MegatronGroups;
import org.junit.jupiter.api.Test;

class ProcessGroupsTest {
    @Test
    void groupsHaveNumbersKindByKind() {
        ProcessGroups groups = new ProcessGroups(new Parallelism(2, 2, 4, 2));
        assertThat(groups.name(Group.TENSOR, 3)).isEqualTo("2");
        assertThat(groups.members(Group.TENSOR, 3)).containsExactly(2, 3);
        assertThat(groups.name(Group.DATA, 9)).isEqualTo("12");
        assertThat(groups.members(Group.DATA, 9)).containsExactly(9, 11, 13, 15);
        assertThat(groups.members(Group.EXPERT, 6)).containsExactly(4, 6);
        assertThat(groups.members(Group.EXPERT_DATA, 6)).containsExactly(2, 6);
        assertThat(groups.members(Group.MODEL, 6)).containsExactly(6, 7, 14, 15);
        assertThat(groups.members(Group.EMBEDDING, 14)).containsExactly(6, 14);
        assertThat(groups.all().groups().keySet().iterator().next()).isEqualTo(1);
        // 8 tensor, 4 data, 8 expert, 8 of the same experts, 4 of a model, 8 of the token table.
        assertThat(groups.all().groups()).hasSize(8 + 4 + 8 + 8 + 4 + 8);
        assertThat(groups.all().groups().lastKey()).isEqualTo(40);
    }

    @Test
    void theWholeJobAndSingleRanksHaveNoNumber() {
        ProcessGroups groups = new ProcessGroups(new Parallelism(1, 1, 8, 1));
        assertThat(groups.name(Group.DATA, 5)).isEmpty();
        assertThat(groups.all().groups()).isEmpty();
    }

    @Test
    void stagesBetweenHoldNoTokenTable() {
        ProcessGroups groups = new ProcessGroups(new Parallelism(1, 1, 1, 3));
        assertThat(groups.has(Group.EMBEDDING, 1)).isFalse();
        assertThatThrownBy(() -> groups.name(Group.EMBEDDING, 1))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("rank 1 of tp 1 x dp 1 x pp 3 is in no EMBEDDING group");
    }

    @Test
    void badSizesAreRefused() {
        assertThatThrownBy(() -> new Parallelism(1, 3, 4, 1))
                .hasMessageContaining("expert parallelism 3 does not divide data parallelism 4");
        assertThatThrownBy(() -> Parallelism.none().withTp(0)).hasMessageContaining("tp 0");
        assertThatThrownBy(() -> new Parallelism(1 << 20, 1, 1 << 20, 1)).hasMessageContaining("at most 16777216");
        assertThatThrownBy(() -> Parallelism.none().stage(1)).hasMessageContaining("there is no rank 1");
        assertThatThrownBy(() -> Parallelism.none().rank(0, 0, 1)).hasMessageContaining("stage 1");
    }

    @Property(tries = 200)
    void groupsAreThoseOfMegatron(
            @ForAll @IntRange(min = 1, max = 4) int tp,
            @ForAll @IntRange(min = 1, max = 3) int ep,
            @ForAll @IntRange(min = 1, max = 3) int rest,
            @ForAll @IntRange(min = 1, max = 4) int pp) {
        Parallelism ranks = new Parallelism(tp, ep, ep * rest, pp);
        ProcessGroups groups = new ProcessGroups(ranks);
        MegatronGroups megatron =
                new MegatronGroups(Map.of("tp", tp, "ep", ep, "dp", ep * rest, "pp", pp), "tp-cp-ep-dp-pp");
        same(groups, Group.TENSOR, ranks, megatron.groups("tp", false));
        same(groups, Group.DATA, ranks, megatron.groups("dp", false));
        same(groups, Group.EXPERT, ranks, megatron.groups("ep", true));
        same(groups, Group.EXPERT_DATA, ranks, megatron.groups("dp", true));
        same(groups, Group.MODEL, ranks, megatron.groups("tp-pp", false));
    }

    /** Whole experts are spread as if tensor-parallel ranks were copies (Megatron-Core's expert_tensor_parallel_size of 1). */
    @Property(tries = 200)
    void groupsOfWholeExpertsAreThoseOfMegatron(
            @ForAll @IntRange(min = 1, max = 4) int tp,
            @ForAll @IntRange(min = 1, max = 4) int dp,
            @ForAll @IntRange(min = 1, max = 8) int ep,
            @ForAll @IntRange(min = 1, max = 3) int pp) {
        Assume.that(tp * dp % ep == 0);
        Parallelism ranks = new Parallelism(tp, ep, dp, pp, 1, true);
        ProcessGroups groups = new ProcessGroups(ranks);
        MegatronGroups experts = new MegatronGroups(Map.of("ep", ep, "dp", tp * dp, "pp", pp), "tp-cp-ep-dp-pp");
        same(groups, Group.EXPERT, ranks, experts.groups("ep", true));
        same(groups, Group.EXPERT_DATA, ranks, experts.groups("dp", true));
        MegatronGroups others = new MegatronGroups(Map.of("tp", tp, "dp", dp, "pp", pp), "tp-cp-ep-dp-pp");
        same(groups, Group.TENSOR, ranks, others.groups("tp", false));
        same(groups, Group.DATA, ranks, others.groups("dp", false));
    }

    /** Two instances of 8 ranks each: a rank's experts are shared with every fourth rank of its instance alone. */
    @Test
    void shardsOfWholeExpertsStayInTheirInstance() {
        ProcessGroups groups = new ProcessGroups(new Parallelism(2, 4, 8, 1, 1, true), new CopyLayout(2, false, 2, 2));
        assertThat(groups.members(Group.EXPERT_SHARD, 9)).containsExactly(9, 13);
        assertThat(groups.members(Group.REPLICA, 9)).containsExactly(1, 9);
        assertThat(groups.members(Group.EXPERT_NEAR, 9)).containsExactly(8, 9);
        assertThat(groups.members(Group.EXPERT_FAR, 9)).containsExactly(9, 11);
        assertThatThrownBy(() -> new Parallelism(2, 3, 2, 1, 1, true))
                .hasMessageContaining("expert parallelism 3 does not divide the 4 ranks of a stage");
    }

    private static void same(ProcessGroups groups, Group kind, Parallelism ranks, List<List<Integer>> expected) {
        Set<List<Integer>> made = new HashSet<>();
        for (int rank = 0; rank < ranks.world(); rank++) {
            List<Integer> members = groups.members(kind, rank);
            assertThat(members).contains(rank).hasSize(groups.size(kind));
            made.add(members);
            String name = groups.size(kind) > 1 ? groups.name(kind, rank) : "";
            if (!name.isEmpty()) {
                assertThat(groups.all().groups().get(Integer.parseInt(name))).isEqualTo(members);
            }
        }
        assertThat(made).isEqualTo(new HashSet<>(expected));
    }
}
