// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Reads a linked graph in the terms of the test that laid it out: names, not indices. */
public final class Graph {
    private Graph() {}

    /** The edges of a kind as {@code from>to}, by the order of their ends. */
    public static List<String> edges(LinkedRank rank, EdgeKind kind) {
        List<String> edges = new ArrayList<>();
        for (int i = 0; i < rank.size(); i++) {
            for (int k = 0; k < rank.dependencyCount(i); k++) {
                if (rank.dependencyKind(i, k) == kind) {
                    edges.add(rank.name(rank.dependency(i, k)) + ">" + rank.name(i));
                }
            }
        }
        return edges;
    }

    /** The node of this name; the first of several. */
    public static int node(LinkedRank rank, String name) {
        return IntStream.range(0, rank.size())
                .filter(i -> rank.name(i).equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no node " + name));
    }

    /** Name of the caller or launcher of the node of this name, or "" when it has none. */
    public static String parent(LinkedRank rank, String name) {
        int parent = rank.parent(node(rank, name));
        return parent < 0 ? "" : rank.name(parent);
    }

    /** Start of the node of this name in us. */
    public static double start(LinkedRank rank, String name) {
        return rank.startNanos(node(rank, name)) / 1000.0;
    }

    /** All of a graph as text, times from the first start on, so that two recordings of one run compare equal. */
    public static List<String> describe(LinkedRank rank) {
        long first = IntStream.range(0, rank.size())
                .mapToLong(rank::startNanos)
                .filter(start -> start != LinkedRank.UNTIMED)
                .findFirst()
                .orElse(0);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < rank.size(); i++) {
            StringBuilder row = new StringBuilder(rank.kind(i) + " " + rank.name(i));
            boolean timed = rank.startNanos(i) != LinkedRank.UNTIMED;
            row.append(timed ? " at " + (rank.startNanos(i) - first) : " untimed");
            row.append(" for ").append(rank.durationNanos(i)).append('/').append(rank.exclusiveNanos(i));
            row.append(" in ").append(rank.parent(i)).append(" after");
            for (int k = 0; k < rank.dependencyCount(i); k++) {
                row.append(' ').append(rank.dependencyKind(i, k)).append(rank.dependency(i, k));
            }
            rows.add(row.append(' ').append(rank.collective(i)).toString());
        }
        return rows;
    }
}
