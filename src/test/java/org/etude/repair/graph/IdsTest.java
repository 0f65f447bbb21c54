// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.junit.jupiter.api.Test;

/** Nodes by id, and ids that no node has: dense, far apart, at the ends of the range, and shared. */
class IdsTest {
    private static IdIndex index(long... ids) {
        EtGraphBuilder graph = new EtGraphBuilder("0.0.4", List.of());
        for (long id : ids) {
            graph.add(EtNode.of(id, "n", EtNodeType.COMP));
        }
        EtGraph built = graph.build();
        return new IdIndex(built);
    }

    @Test
    void denseIdsAreFound() {
        IdIndex index = index(7, 5, 6);
        assertThat(index.of(7)).isZero();
        assertThat(index.of(5)).isEqualTo(1);
        assertThat(index.of(6)).isEqualTo(2);
        assertThat(index.of(4)).isEqualTo(-1);
        assertThat(index.of(8)).isEqualTo(-1);
        assertThat(index.isUnique()).isTrue();
    }

    @Test
    void idsFarApartAreFound() {
        IdIndex index = index(0, 1_000_000_000_000L, -1, Long.MIN_VALUE, Long.MAX_VALUE);
        assertThat(index.of(0)).isZero();
        assertThat(index.of(1_000_000_000_000L)).isEqualTo(1);
        assertThat(index.of(-1)).isEqualTo(2);
        assertThat(index.of(Long.MIN_VALUE)).isEqualTo(3);
        assertThat(index.of(Long.MAX_VALUE)).isEqualTo(4);
        assertThat(index.of(1)).isEqualTo(-1);
        assertThat(index.isUnique()).isTrue();
    }

    @Test
    void aSharedIdIsTheLastNodes() {
        assertThat(index(3, 4, 3).of(3)).isEqualTo(2);
        assertThat(index(3, 4, 3).isUnique()).isFalse();
        assertThat(index(3, 4_000_000_000L, 3).of(3)).isEqualTo(2);
        assertThat(index(3, 4_000_000_000L, 3).isUnique()).isFalse();
        assertThat(index().of(0)).isEqualTo(-1);
    }

    @Test
    void freshIdsLieAboveTheHighest() {
        FreshIds ids = new FreshIds(new LongOpenHashSet(new long[] {3, 9, 4}));
        assertThat(ids.take()).isEqualTo(10);
        assertThat(ids.take()).isEqualTo(11);
        assertThat(new FreshIds(new LongOpenHashSet()).take()).isEqualTo(1);
    }

    /** Ids are unsigned: after the highest possible one, free ids are taken from 0 on. */
    @Test
    void freshIdsWrapAround() {
        FreshIds ids = new FreshIds(new LongOpenHashSet(new long[] {-1, 0, 2}));
        assertThat(ids.take()).isEqualTo(1);
        assertThat(ids.take()).isEqualTo(3);
    }
}
