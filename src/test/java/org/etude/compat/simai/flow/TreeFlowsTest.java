// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import org.etude.compat.simai.flow.NcclTrees.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A tree of four ranks: 2 is the root, 0 and 3 are below it, and 1 is below 0; rank 9 is in no tree. */
class TreeFlowsTest {
    private static final NcclTrees TREE = new NcclTrees(List.of(new TreeMap<>(java.util.Map.of(
            2, new Node(-1, List.of(0, 3)),
            0, new Node(2, List.of(1)),
            1, new Node(0, List.of()),
            3, new Node(2, List.of()),
            9, new Node(-1, List.of())))));

    private static String text(Flow flow) {
        return flow.source() + ">" + flow.destination() + " after " + flow.parents() + " awaits " + flow.awaited()
                + " before " + flow.children();
    }

    /** One byte is one chunk. */
    @Test
    void theSumGoesUpAndComesBackDown() {
        List<Flow> flows = TreeFlows.allReduce(TREE, 1);
        assertThat(flows.stream().map(TreeFlowsTest::text))
                .containsExactly(
                        "1>0 after [] awaits [0] before [2]",
                        "3>2 after [] awaits [2] before [3, 5]",
                        "0>2 after [0] awaits [1] before [3, 5]",
                        "2>0 after [1, 2] awaits [0, 3] before [4]",
                        "0>1 after [3] awaits [2] before []",
                        "2>3 after [1, 2] awaits [0, 3] before []");
        assertThat(flows).allMatch(flow -> flow.bytes() == 1 && flow.type().equals("TREE_INIT") && flow.channel() == 0);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "1, 1, 1", "63, 63, 1", "64, 64, 1", "127, 64, 1", "6400, 64, 100"})
    void dataIsDividedIntoChunks(long bytes, int chunks, long each) {
        List<Flow> flows = TreeFlows.allReduce(TREE, bytes);
        assertThat(flows).hasSize(6 * chunks);
        for (int i = 0; i < flows.size(); i++) {
            assertThat(flows.get(i).id()).isEqualTo(i);
            assertThat(flows.get(i).chunk()).isEqualTo(i / 6);
            assertThat(flows.get(i).chunks()).isEqualTo(chunks);
            assertThat(flows.get(i).bytes()).isEqualTo(each);
        }
    }

    @Test
    void treesShareTheBytes() {
        NcclTrees two =
                new NcclTrees(List.of(TREE.channels().get(0), TREE.channels().get(0)));
        List<Flow> flows = TreeFlows.allReduce(two, 12_801);
        assertThat(flows).hasSize(2 * 6 * 64).allMatch(flow -> flow.bytes() == 100);
        assertThat(flows.get(6 * 64 - 1).channel()).isZero();
        assertThat(flows.get(6 * 64).channel()).isEqualTo(1);
        assertThat(TreeFlows.allReduce(two, 1)).as("half a byte").isEmpty();
    }
}
