// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.text;

import java.util.List;
import java.util.Optional;
import org.etude.topology.graph.DimKind;
import org.etude.topology.shape.TopologySpec;

/** The shapes that a text may name, what their sizes mean, and the networks that they make of them. */
enum ShapeWord {
    RING("ring:8", "the sizes are hosts along each dimension", "ring"),
    SWITCH("switch:16", "the sizes are hosts along each dimension", "switch", "star"),
    FULLY_CONNECTED("fc:4", "the sizes are hosts along each dimension", "fc", "fullyconnected"),
    TORUS("torus:4x4x8", "the sizes are hosts along each dimension", "torus", "dims"),
    MESH("mesh:4x4", "the sizes are hosts along each dimension", "mesh"),
    TWISTED(
            "twisted:4x4x8 or twisted:4x4x8@1x0x0",
            "the sizes are hosts along each dimension, and the twists follow @",
            "twisted",
            "twistedtorus"),
    FAT_TREE(
            "fattree:16x8 or fattree:16x8x4",
            "the sizes are leaves, spines, and the hosts per leaf if they are not as many as the spines",
            "fattree",
            "clos"),
    DRAGONFLY("dragonfly:9x4x2", "the sizes are groups, routers per group, and hosts per router", "dragonfly"),
    RAIL("rail:4x8x2", "the sizes are nodes, GPUs per node, and spines", "rail", "railoptimised", "railoptimized");

    private static final int SIZES_OF_FAMILIES = 3;

    private final String example;
    private final String meaning;
    private final List<String> names;

    ShapeWord(String example, String meaning, String... names) {
        this.example = example;
        this.meaning = meaning;
        this.names = List.of(names);
    }

    /** The shape of a lower-case name; hyphens and underscores do not count, as in {@code fat-tree}. */
    static Optional<ShapeWord> of(String name) {
        String word = name.replaceAll("[-_]", "");
        for (ShapeWord shape : values()) {
            if (shape.names.contains(word)) {
                return Optional.of(shape);
            }
        }
        return Optional.empty();
    }

    /** How it is written, as an advice. */
    String advice() {
        return "Write " + example + "; " + meaning + ".";
    }

    /** The network of some sizes, each at least 1; empty if the shape does not have this many. */
    Optional<TopologySpec> network(int... sizes) {
        return switch (this) {
            case RING, SWITCH, FULLY_CONNECTED, TORUS -> Optional.of(TopologySpec.grid(kind(), sizes));
            case MESH -> Optional.of(TopologySpec.mesh(sizes));
            case TWISTED -> Optional.of(TopologySpec.twistedTorus(sizes));
            case FAT_TREE ->
                sizes.length == 2
                        ? Optional.of(TopologySpec.fatTree(sizes[0], sizes[1], sizes[1]))
                        : three(TopologySpec::fatTree, sizes);
            case DRAGONFLY -> three(TopologySpec::dragonfly, sizes);
            case RAIL -> three(TopologySpec::railOptimised, sizes);
        };
    }

    private DimKind kind() {
        return switch (this) {
            case SWITCH -> DimKind.SWITCH;
            case FULLY_CONNECTED -> DimKind.FULLY_CONNECTED;
            default -> DimKind.RING;
        };
    }

    private interface OfThree {
        TopologySpec of(int first, int second, int third);
    }

    private static Optional<TopologySpec> three(OfThree family, int... sizes) {
        return sizes.length == SIZES_OF_FAMILIES
                ? Optional.of(family.of(sizes[0], sizes[1], sizes[2]))
                : Optional.empty();
    }
}
