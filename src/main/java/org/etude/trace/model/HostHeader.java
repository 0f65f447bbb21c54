// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

/**
 * Top-level fields of an execution trace.
 *
 * @param file the file it came from, for messages
 * @param schema the schema as written, e.g. 1.1.1-chakra.0.0.4
 * @param pid process id, -1 when absent
 * @param time wall-clock text, "" when absent
 * @param startMillis start_ts (steady clock, ms), -1 when absent
 * @param finishMillis finish_ts, -1 when absent
 */
public record HostHeader(String file, String schema, long pid, String time, long startMillis, long finishMillis) {}
