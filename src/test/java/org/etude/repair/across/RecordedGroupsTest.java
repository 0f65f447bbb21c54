// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtIo;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.repair.Graphs;
import org.etude.report.Progress;
import org.junit.jupiter.api.Test;

/** Process groups that METADATA nodes of several ranks list. */
class RecordedGroupsTest {
    private static EtGraph listing(String name, String values) {
        EtIo inputs = new EtIo(values, "", "['String']");
        return Graphs.of(
                new EtNode(1, name, EtNodeType.METADATA, new long[0], new long[0], 0, 0, inputs, null, List.of()));
    }

    private static RecordedGroups of(EtGraph... graphs) {
        return new RecordedGroups(new Ranks(Arrays.asList(graphs), Progress.NONE, true));
    }

    private static RecordedGroups of(String... values) {
        return of(Arrays.stream(values)
                .map(value -> listing("## process_group:init ##", value))
                .toArray(EtGraph[]::new));
    }

    @Test
    void ranksKeepTheirOrderAndNoneMeansAll() {
        RecordedGroups groups =
                of("['[{\"pg_name\": \"0\", \"ranks\": []}, {\"pg_name\": \"3\", \"ranks\": [2, 0]}]']", "[]", "[]");
        assertThat(groups.ranks("0")).containsExactly(0, 1, 2);
        assertThat(groups.ranks("3")).containsExactly(2, 0);
        assertThat(groups.ranks("1")).isNull();
    }

    @Test
    void ranksMayBeAText() {
        assertThat(of("['[{\"pg_name\": \"5\", \"ranks\": \"[1, 2]\"}]']", "[]", "[]")
                        .ranks("5"))
                .containsExactly(1, 2);
    }

    @Test
    void theLongestListCountsWhicheverRankHasIt() {
        String one = "['[{\"pg_name\": \"1\", \"ranks\": [1]}]']";
        String two = "['[{\"pg_name\": \"1\", \"ranks\": [2, 1]}]']";
        assertThat(of(one, two).ranks("1")).containsExactly(2, 1);
        assertThat(of(two, one).ranks("1")).containsExactly(2, 1);
    }

    @Test
    void whatIsNoRankIsLeftOutAndAGroupOfSuchOnlyToo() {
        RecordedGroups groups =
                of("['[{\"pg_name\": \"1\", \"ranks\": [0, -2]}, {\"pg_name\": \"2\", \"ranks\": [-1]}]']");
        assertThat(groups.ranks("1")).containsExactly(0);
        assertThat(groups.ranks("2")).isNull();
    }

    @Test
    void otherNodesAndDamagedListsDefineNothing() {
        String list = "['[{\"pg_name\": \"1\", \"ranks\": [0]}]']";
        assertThat(of(listing("pytorch_profiler", list)).ranks("1")).isNull();
        assertThat(of(list.substring(0, 30)).ranks("1")).isNull();
    }

    @Test
    void aGroupThatDoesNotSayItsRanksIsLeftOut() {
        String known = "['[{\"pg_name\": \"1\", \"ranks\": [2, 0]}]']";
        String unsaid = "['[{\"pg_name\": \"1\", \"ranks\": null}, {\"pg_name\": \"2\"}]']";
        assertThat(of(known, unsaid, "[]").ranks("1")).containsExactly(2, 0);
        assertThat(of(known, unsaid, "[]").ranks("2")).isNull();
    }
}
