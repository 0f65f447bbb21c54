// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

/** How the nodes of one dimension are joined. */
public enum DimKind {
    /** Each node is linked to its two neighbours, in both directions. */
    RING("Ring", "ring"),
    /** Each node is linked directly to every other node. */
    FULLY_CONNECTED("FullyConnected", "fc"),
    /** All nodes are linked to one switch. */
    SWITCH("Switch", "switch");

    private final String wireName;
    private final String shortName;

    DimKind(String wireName, String shortName) {
        this.wireName = wireName;
        this.shortName = shortName;
    }

    /** The name in ASTRA-sim's network files. */
    public String wireName() {
        return wireName;
    }

    /** The name in text forms such as {@code ring:8}. */
    public String shortName() {
        return shortName;
    }

    /** The kind with this name, in either form, or null if there is none. */
    public static DimKind of(String name) {
        for (DimKind kind : values()) {
            if (kind.wireName.equalsIgnoreCase(name) || kind.shortName.equalsIgnoreCase(name)) {
                return kind;
            }
        }
        return null;
    }

    /** The number of links between two positions in a dimension of {@code size} nodes. */
    public int hops(int from, int to, int size) {
        if (from == to) {
            return 0;
        }
        return switch (this) {
            case SWITCH -> 2;
            case FULLY_CONNECTED -> 1;
            case RING -> {
                int clockwise = Math.floorMod(to - from, size);
                yield Math.min(clockwise, size - clockwise);
            }
        };
    }
}
