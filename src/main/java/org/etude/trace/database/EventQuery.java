// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

/**
 * A query for one kind of events of one process.
 *
 * @param category Kineto's category
 * @param sql columns in this order: start_ns, end_ns, name, pid, tid, correlation, bytes; null if absent
 * @param onGpu whether pid and tid are a device and a stream
 */
record EventQuery(String category, String sql, boolean onGpu) {}
