// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Takes nodes one after the other, each begun, described and ended, without an object per node. {@link EtGraphBuilder} keeps all of
 * it; others keep what they need.
 */
public interface NodeSink {
    /** Makes room for this many nodes and attributes in all; more can follow. */
    NodeSink reserve(int nodes, int attributes);

    /** Begins a node; its dependencies come next, then its attributes in their order, then {@link #end}. */
    NodeSink begin(long id, String name, EtNodeType type, long startMicros, long durationMicros);

    /** The ids that the node begun depends on; the lists may then be filled anew. */
    NodeSink dependencies(LongArrayList ctrlDeps, LongArrayList dataDeps);

    /** An int64 attribute of the node begun. */
    NodeSink int64(String name, long value);

    /** An int32 attribute of the node begun. */
    NodeSink int32(String name, int value);

    /** A uint64 attribute of the node begun. */
    NodeSink uint64(String name, long value);

    /** A bool attribute of the node begun. */
    NodeSink bool(String name, boolean value);

    /** A string attribute of the node begun. */
    NodeSink string(String name, String value);

    /** Whether what nodes are, when they ran and what they depend on is all that is kept, so that the rest need not be found. */
    default boolean keepsTimesOnly() {
        return false;
    }

    /** Ends the node begun. */
    NodeSink end();
}
