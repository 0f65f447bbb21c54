// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MegatronGroupsTest {
    @Test
    void groupsOfEightRanks() {
        MegatronGroups groups = new MegatronGroups(Map.of("tp", 2, "dp", 2, "pp", 2), "tp-pp-dp");
        assertThat(groups.order()).isEqualTo("tp-pp-dp-ep-cp");
        assertThat(groups.groups("tp", false))
                .containsExactly(List.of(0, 1), List.of(2, 3), List.of(4, 5), List.of(6, 7));
        assertThat(groups.groups("dp", false))
                .containsExactly(List.of(0, 4), List.of(1, 5), List.of(2, 6), List.of(3, 7));
        assertThat(groups.groups("tp-dp", false)).containsExactly(List.of(0, 1, 4, 5), List.of(2, 3, 6, 7));
    }

    @Test
    void expertsDivideDataParallelRanks() {
        MegatronGroups groups = new MegatronGroups(Map.of("tp", 1, "dp", 4, "ep", 2), "tp-ep-dp");
        assertThat(groups.sizes(true)).containsExactly(1, 2, 2, 1, 1);
        assertThat(groups.groups("ep", true)).containsExactly(List.of(0, 1), List.of(2, 3));
        assertThat(groups.groups("dp", true)).containsExactly(List.of(0, 2), List.of(1, 3));
        assertThat(groups.groups("dp", false)).containsExactly(List.of(0, 1, 2, 3));
    }

    @Test
    void badOrdersAreNamed() {
        assertThatThrownBy(() -> new MegatronGroups(Map.of("pp", 2), "tp-dp"))
                .hasMessageContaining("lacks pp, which has 2");
        assertThatThrownBy(() -> new MegatronGroups(Map.of(), "ep-tp-dp")).hasMessageContaining("separates ep and dp");
        assertThatThrownBy(() -> new MegatronGroups(Map.of(), "tp-dp").groups("ep", false))
                .hasMessageContaining("no groups of 'ep'");
        assertThatThrownBy(() -> new MegatronGroups(Map.of(), "tp-xp-dp"))
                .hasMessageContaining("unknown kind of parallelism");
        assertThatThrownBy(() -> new MegatronGroups(Map.of("tp", 2), "tp-dp-tp"))
                .hasMessageContaining("or one twice");
        assertThatThrownBy(() -> new MegatronGroups(Map.of("dp", 3, "ep", 2), "tp-ep-dp"))
                .hasMessageContaining("2 (ep) ranks do not divide 3");
        assertThatThrownBy(() -> new MegatronGroups(Map.of("dp", 0), "tp-dp")).hasMessageContaining("dp has 0 ranks");
    }

    @Property
    void groupsOfAKindAreAPartition(
            @ForAll @IntRange(min = 1, max = 4) int tp,
            @ForAll @IntRange(min = 1, max = 3) int experts,
            @ForAll @IntRange(min = 1, max = 3) int rest,
            @ForAll @IntRange(min = 1, max = 4) int pp,
            @ForAll("orders") String order) {
        Map<String, Integer> sizes = Map.of("tp", tp, "ep", experts, "dp", experts * rest, "pp", pp);
        MegatronGroups groups = new MegatronGroups(sizes, order);
        assertThat(groups.world()).isEqualTo(tp * experts * rest * pp);
        assertThat(groups.groups("dp", false))
                .allSatisfy(group -> assertThat(group).hasSize(experts * rest).isSorted());
        for (String kind : List.of("tp", "ep", "dp", "pp", "cp", "tp-ep", "dp-pp")) {
            List<Integer> all = groups.groups(kind, true).stream()
                    .flatMap(List::stream)
                    .sorted()
                    .toList();
            assertThat(all).isEqualTo(IntStream.range(0, groups.world()).boxed().toList());
        }
    }

    @Provide
    Arbitrary<String> orders() {
        return Arbitraries.of(
                "tp-cp-ep-dp-pp", "tp-pp-dp-ep", "pp-tp-ep-dp-cp", "ep-dp-tp-pp", "TP-PP-EP-DP", "cp-pp-tp-dp-ep");
    }
}
