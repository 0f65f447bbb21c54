// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.etude.link.model.Collective;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.trace.model.RankTrace;

/**
 * A rank's linked graph as other machines know it: nodes that were not told of count as roots without a time, which every look
 * across ranks passes over.
 */
final class OutlinedRank implements LinkedRank {
    private final GraphOutline outline;
    private final List<Collective> collectives;
    private final BitSet known = new BitSet();

    OutlinedRank(GraphOutline outline) {
        this.outline = outline;
        collectives = List.copyOf(outline.whole());
        for (int node : outline.nodes()) {
            known.set(node);
        }
    }

    private int place(int node) {
        return Arrays.binarySearch(outline.nodes(), node);
    }

    @Override
    public RankTrace trace() {
        return outline.trace();
    }

    @Override
    public int size() {
        return outline.size();
    }

    @Override
    public NodeKind kind(int i) {
        return known.get(i) ? outline.kinds().get(place(i)) : NodeKind.ROOT;
    }

    @Override
    public long startNanos(int i) {
        return known.get(i) ? outline.starts()[place(i)] : UNTIMED;
    }

    @Override
    public long durationNanos(int i) {
        return known.get(i) ? outline.durations()[place(i)] : 0;
    }

    @Override
    public List<Collective> collectives() {
        return collectives;
    }

    @Override
    public long traceSequence(int k) {
        return outline.sequences()[k];
    }

    @Override
    public String name(int i) {
        throw untold();
    }

    @Override
    public long exclusiveNanos(int i) {
        throw untold();
    }

    @Override
    public int lane(int i) {
        throw untold();
    }

    @Override
    public int stream(int i) {
        throw untold();
    }

    @Override
    public int device(int i) {
        throw untold();
    }

    @Override
    public int hostIndex(int i) {
        throw untold();
    }

    @Override
    public int eventIndex(int i) {
        throw untold();
    }

    @Override
    public int parent(int i) {
        throw untold();
    }

    @Override
    public int dependencyCount(int i) {
        throw untold();
    }

    @Override
    public int dependency(int i, int k) {
        throw untold();
    }

    @Override
    public EdgeKind dependencyKind(int i, int k) {
        throw untold();
    }

    @Override
    public Collective collective(int i) {
        throw untold();
    }

    @Override
    public List<Coverage> coverage() {
        throw untold();
    }

    private IllegalStateException untold() {
        return new IllegalStateException("rank " + trace().rank() + " is on another machine");
    }
}
