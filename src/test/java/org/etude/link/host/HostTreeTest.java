// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.etude.link.Recording;
import org.etude.link.model.RankLog;
import org.etude.report.Finding;
import org.etude.trace.model.HostTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tree of calls without holes and cycles, whatever the file says. */
class HostTreeTest {
    private static final String PROCESS = "[pytorch|profiler|execution_trace|process]";

    @TempDir
    private Path dir;

    private final RankLog log = new RankLog(0);
    private HostTrace host;

    private HostTree tree(Recording.Rank rank) {
        host = rank.job().load(dir).ranks().get(0).host();
        return new HostTree(host, log);
    }

    private static Recording.Rank roots() {
        return Recording.alone().node(1, PROCESS, 1, 0).thread(2, 1).thread(3, 2);
    }

    private long parentOf(HostTree tree, long id) {
        int parent = tree.parent(host.indexOf(id));
        return parent < 0 ? -1 : host.id(parent);
    }

    @Test
    void threadsAreBelowTheProcessAndNodesBelowTheirCallers() {
        HostTree tree = tree(roots().node(10, "a", 2, 10, "tid", 1).node(11, "b", 10, 11, "tid", 1));
        assertThat(parentOf(tree, 1)).isEqualTo(-1);
        assertThat(parentOf(tree, 2)).isEqualTo(1);
        assertThat(parentOf(tree, 3)).isEqualTo(1);
        assertThat(parentOf(tree, 10)).isEqualTo(2);
        assertThat(parentOf(tree, 11)).isEqualTo(10);
        assertThat(log.report().findings()).isEmpty();
    }

    @Test
    void aMissingParentIsReplacedByTheThreadsRoot() {
        HostTree tree = tree(roots().node(10, "a", 99, 10, "tid", 2).node(11, "b", 98, 11, "tid", 7));
        assertThat(parentOf(tree, 10)).isEqualTo(3);
        assertThat(parentOf(tree, 11)).as("a thread without a root").isEqualTo(1);
        assertThat(log.report().findings()).singleElement().satisfies(f -> {
            assertThat(f.where()).isEqualTo("nodes 10, 11");
            assertThat(f.what()).isEqualTo("2 nodes name a parent that is not in the file");
        });
    }

    @Test
    void aNodeIsNotItsOwnParent() {
        HostTree tree = tree(roots().node(10, "a", 10, 10, "tid", 1));
        assertThat(parentOf(tree, 10)).isEqualTo(2);
        assertThat(log.report().findings()).extracting(Finding::what).containsExactly("1 node names itself as parent");
    }

    /** 12 calls 10, 10 calls 11, 11 calls 12; by function ids 11 started first. */
    @Test
    void aCycleIsCutAboveTheNodeThatStartedFirst() {
        HostTree tree = tree(roots().node(10, "a", 12, 22, "tid", 1)
                .node(11, "b", 10, 21, "tid", 1)
                .node(12, "c", 11, 23, "tid", 1)
                .node(13, "d", 12, 24, "tid", 1));
        assertThat(parentOf(tree, 11)).isEqualTo(2);
        assertThat(parentOf(tree, 10)).isEqualTo(12);
        assertThat(parentOf(tree, 12)).isEqualTo(11);
        assertThat(parentOf(tree, 13)).isEqualTo(12);
        assertThat(log.report().findings())
                .extracting(Finding::effect)
                .containsExactly("cut above node 11, the one that started first");
    }

    @Test
    void functionIdsGiveTheOrderWhereThereAreEnough() {
        HostTree tree = tree(roots().node(10, "a", 2, 30, "tid", 1)
                .node(11, "b", 2, 10, "tid", 1)
                .node(12, "c", 2, 20, "tid", 1));
        assertThat(ids(tree)).containsExactly(1L, 2L, 3L, 11L, 12L, 10L);
        assertThat(tree.position(host.indexOf(10))).isEqualTo(5);
    }

    @Test
    void withoutAFunctionIdTheOrderOfTheFileIsKept() {
        HostTree tree = tree(roots().node(10, "a", 2, 30, "tid", 1).node(11, "b", 2, 0, "tid", 1));
        assertThat(ids(tree)).containsExactly(1L, 2L, 3L, 10L, 11L);
    }

    private List<Long> ids(HostTree tree) {
        return Arrays.stream(tree.order()).mapToObj(i -> host.id(i)).toList();
    }

    @Test
    void rootsAreTheProfilersAndTheListOfGroups() {
        tree(roots().node(10, "## process_group:init ##", 2, 10, "tid", 1).node(11, "aten::mm", 2, 11, "tid", 1));
        assertThat(HostTree.isRoot(host, host.indexOf(1))).isTrue();
        assertThat(HostTree.isRoot(host, host.indexOf(3))).isTrue();
        assertThat(HostTree.isRoot(host, host.indexOf(10))).isTrue();
        assertThat(HostTree.isRoot(host, host.indexOf(11))).isFalse();
    }
}
