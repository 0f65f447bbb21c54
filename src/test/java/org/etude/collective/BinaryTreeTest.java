// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinaryTreeTest {
    private static int[] parents(BinaryTree tree) {
        return IntStream.range(0, tree.size()).map(tree::parent).toArray();
    }

    /** Positions in order: 3 is in the middle of 1 and 5, which are above the even ones; the root is outside. */
    @Test
    void eightPlaces() {
        BinaryTree high = new BinaryTree(8, true);
        assertThat(parents(high)).containsExactly(1, 3, 1, 7, 5, 3, 5, BinaryTree.NONE);
        assertThat(high.onlyChild(7)).isEqualTo(3);
        assertThat(high.left(3)).isEqualTo(1);
        assertThat(high.right(3)).isEqualTo(5);
        assertThat(high.left(7)).isEqualTo(3);
        assertThat(high.right(7)).isEqualTo(BinaryTree.NONE);
        BinaryTree low = new BinaryTree(8, false);
        assertThat(parents(low)).containsExactly(BinaryTree.NONE, 2, 4, 2, 0, 6, 4, 6);
        assertThat(low.onlyChild(0)).isEqualTo(4);
        assertThat(low.left(0)).isEqualTo(BinaryTree.NONE);
    }

    @Test
    void twoPlaces() {
        assertThat(parents(new BinaryTree(2, true))).containsExactly(1, BinaryTree.NONE);
        assertThat(parents(new BinaryTree(2, false))).containsExactly(BinaryTree.NONE, 0);
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "3, 2", "7, 4", "8, 8", "1000, 512"})
    void theLargestPowerOfTwoFits(int nodes, int size) {
        for (boolean left : new boolean[] {true, false}) {
            BinaryTree tree = new BinaryTree(nodes, left);
            assertThat(tree.size()).isEqualTo(size);
            assertThat(IntStream.range(0, size).filter(i -> tree.parent(i) == BinaryTree.NONE))
                    .hasSize(1);
            assertThat(IntStream.range(0, size)
                            .filter(i -> tree.left(i) == BinaryTree.NONE && tree.right(i) == BinaryTree.NONE))
                    .as("leaves")
                    .hasSize(size / 2);
        }
    }
}
