// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Receives nodes in sequence, each begun, described and ended, without an object per node. {@link EtGraphBuilder}
 * stores everything; others keep what they need.
 */
public interface NodeSink {
    /** Reserves space for this many nodes and attributes in total; more can follow. */
    NodeSink reserve(int nodes, int attributes);

    /** Begins a node, followed by its dependencies, its attributes in order, and {@link #end}. */
    NodeSink begin(long id, String name, EtNodeType type, long startMicros, long durationMicros);

    /** The ids that the node begun depends on; the lists may be reused afterwards. */
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

    /**
     * When the node begun ran: the attributes start_ns and duration_ns, and measured_ns where it differs from the latter.
     *
     * @param start in ns, like the other two
     * @param duration without what the node waited for
     * @param measured with it
     */
    default NodeSink times(long start, long duration, long measured) {
        int64(EtNames.START_NS, start);
        int64(EtNames.DURATION_NS, duration);
        if (duration != measured) {
            int64(EtNames.MEASURED_NS, measured);
        }
        return this;
    }

    /** Whether only types, times and dependencies are kept, so that other attributes need not be computed. */
    default boolean keepsTimesOnly() {
        return false;
    }

    /** Ends the node begun. */
    NodeSink end();
}
