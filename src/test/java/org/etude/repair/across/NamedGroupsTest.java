// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.wire.CommGroups;
import org.etude.repair.graph.ChangeLog;
import org.etude.report.Finding;
import org.etude.sim.spec.Cases;
import org.junit.jupiter.api.Test;

/** Groups that ranks name but the job does not list: their ranks, their numbers, and the nodes that then name them. */
class NamedGroupsTest {
    private static NamedGroups named(Map<Integer, List<Integer>> listed, Map<String, List<Integer>> unlisted) {
        SortedMap<String, TreeSet<Integer>> users = new TreeMap<>(GroupNames.ORDER);
        unlisted.forEach((name, ranks) -> users.put(name, new TreeSet<>(ranks)));
        return NamedGroups.of(new CommGroups(new TreeMap<>(listed)), users, new RecordedGroups(4));
    }

    @Test
    void withoutUnlistedGroupsNothingChanges() {
        NamedGroups same = named(Map.of(7, List.of(0, 1)), Map.of());
        assertThat(same.groups().groups()).isEqualTo(Map.of(7, List.of(0, 1)));
        assertThat(same.findings()).isEmpty();
        EtGraph graph = Cases.graph(Cases.grouped(1, 0, 8, "7"));
        assertThat(same.rename(graph, 0, new ChangeLog())).isSameAs(graph);
    }

    /** A number keeps itself and gets the ranks that name it. */
    @Test
    void aNumberIsListedWithThoseThatNameIt() {
        NamedGroups groups = named(Map.of(7, List.of(0, 1)), Map.of("9", List.of(2, 3)));
        assertThat(groups.groups().groups()).isEqualTo(Map.of(7, List.of(0, 1), 9, List.of(2, 3)));
        assertThat(groups.renamed()).isEmpty();
        assertThat(groups.findings())
                .extracting(Finding::where, Finding::what, Finding::why, Finding::effect)
                .containsExactly(tuple(
                        "group 9",
                        "the group is not listed among the communicator groups",
                        "assumed to be the ranks that name it: 2, 3",
                        "listed as group 9; give a group file if that is wrong"));
    }

    /** Any other name gets the next number that neither a listed group nor another name has. */
    @Test
    void aNameGetsTheNextFreeNumber() {
        NamedGroups groups =
                named(Map.of(7, List.of(0, 1)), Map.of("tp", List.of(0), "dp", List.of(1), "12", List.of(2, 3)));
        assertThat(groups.renamed()).isEqualTo(Map.of("dp", "13", "tp", "14"));
        assertThat(groups.groups().groups())
                .isEqualTo(Map.of(7, List.of(0, 1), 12, List.of(2, 3), 13, List.of(1), 14, List.of(0)));
        assertThat(named(Map.of(), Map.of("tp", List.of(0))).renamed()).isEqualTo(Map.of("tp", "1"));
    }

    /** Only communication is renamed, each node with a change that says why, in the order of the trace. */
    @Test
    void nodesNameTheirGroupByItsNumber() {
        NamedGroups groups = named(Map.of(), Map.of("tp", List.of(0)));
        EtGraph graph = Cases.graph(
                Cases.work(1, 5),
                Cases.grouped(2, 0, 8, "tp", 1),
                Cases.grouped(3, 0, 8, "4", 2),
                Cases.grouped(4, 0, 8, "tp", 3));
        ChangeLog log = new ChangeLog();
        EtGraph renamed = groups.rename(graph, 3, log);
        int key = renamed.key(EtNames.PG_NAME);
        assertThat(renamed.string(1, key, "")).isEqualTo("1");
        assertThat(renamed.string(2, key, "")).isEqualTo("4");
        assertThat(renamed.string(3, key, "")).isEqualTo("1");
        assertThat(log)
                .extracting(change -> change.rank() + "/" + change.node() + " " + change.pass() + ": " + change.action()
                        + " (" + change.reason() + ")")
                .containsExactly(
                        "3/2 groups: name the group tp by its number 1 (simulators identify groups by number)",
                        "3/4 groups: name the group tp by its number 1 (simulators identify groups by number)");
        EtGraph other = Cases.graph(Cases.grouped(1, 0, 8, "4"));
        assertThat(groups.rename(other, 3, log)).isSameAs(other);
    }
}
