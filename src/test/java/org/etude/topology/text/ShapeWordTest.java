// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.etude.topology.shape.TopologySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ShapeWordTest {
    @ParameterizedTest
    @CsvSource({
        "ring, RING",
        "star, SWITCH",
        "fully-connected, FULLY_CONNECTED",
        "dims, TORUS",
        "twisted_torus, TWISTED",
        "fat-tree, FAT_TREE",
        "clos, FAT_TREE",
        "rail-optimized, RAIL",
        "railoptimised, RAIL",
        "ringg,",
        "rail optimised,"
    })
    void aShapeHasSeveralNames(String name, ShapeWord expected) {
        assertThat(ShapeWord.of(name).orElse(null)).isEqualTo(expected);
    }

    private static TopologySpec network(ShapeWord shape, int... sizes) {
        return shape.network(sizes).orElseThrow();
    }

    @Test
    void hostsAreCountedAsTheMeaningSays() {
        assertThat(network(ShapeWord.TORUS, 4, 4, 8).hosts()).isEqualTo(128);
        assertThat(network(ShapeWord.MESH, 4, 3).hosts()).isEqualTo(12);
        assertThat(network(ShapeWord.TWISTED, 4, 4, 8).hosts()).isEqualTo(128);
        assertThat(network(ShapeWord.FAT_TREE, 16, 8).hosts())
                .as("as many as spines")
                .isEqualTo(128);
        assertThat(network(ShapeWord.FAT_TREE, 16, 8, 4).hosts()).isEqualTo(64);
        assertThat(network(ShapeWord.DRAGONFLY, 9, 4, 2).hosts()).isEqualTo(72);
        assertThat(network(ShapeWord.RAIL, 4, 8, 2).hosts()).isEqualTo(32);
    }

    @Test
    void gridsDifferInTheirLinks() {
        assertThat(network(ShapeWord.RING, 4)).isEqualTo(network(ShapeWord.TORUS, 4));
        assertThat(Arrays.asList(
                        network(ShapeWord.RING, 4),
                        network(ShapeWord.SWITCH, 4),
                        network(ShapeWord.FULLY_CONNECTED, 4),
                        network(ShapeWord.MESH, 4)))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"DRAGONFLY, 2", "DRAGONFLY, 4", "RAIL, 2", "RAIL, 1", "FAT_TREE, 1", "FAT_TREE, 4"})
    void familiesHaveAGivenNumberOfSizes(ShapeWord shape, int count) {
        int[] sizes = new int[count];
        Arrays.fill(sizes, 4);
        assertThat(shape.network(sizes)).isEmpty();
    }

    /** The advice names the shape by a name that is understood. */
    @ParameterizedTest
    @EnumSource
    void theAdviceCanBeFollowed(ShapeWord shape) {
        assertThat(shape.advice()).startsWith("Write ").endsWith(".").contains("; the sizes are ");
        String example = shape.advice().replaceFirst("Write ([a-z]+):.*", "$1");
        assertThat(ShapeWord.of(example)).contains(shape);
    }
}
