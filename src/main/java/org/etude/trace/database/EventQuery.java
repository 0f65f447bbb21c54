// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

/**
 * A query for one kind of events of one process.
 *
 * @param category Kineto's category
 * @param sql columns in this order: start_ns, end_ns, name, pid, tid, correlation, value; null if absent
 * @param onGpu whether pid and tid are a device and a stream
 * @param value the argument that the last column holds
 */
record EventQuery(String category, String sql, boolean onGpu, String value) {
    /** A query whose last column holds bytes. */
    EventQuery(String category, String sql, boolean onGpu) {
        this(category, sql, onGpu, "bytes");
    }
}
