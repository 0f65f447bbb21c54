// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

/**
 * The processes of a Chrome trace that belong to one recording or run: one per rank, and one for its critical path.
 *
 * @param first number of the process of rank 0
 * @param prefix prefix of the names, such as "recorded "; "" when the file holds nothing else
 */
record TraceProcesses(int first, String prefix) {
    /** For a file with nothing else in it. */
    static final TraceProcesses ALONE = new TraceProcesses(0, "");

    /** The process of a rank. */
    int of(int rank) {
        return first + rank;
    }

    /** The name of the process of a rank. */
    String name(int rank) {
        return prefix + "rank " + rank;
    }

    /** The name of the process of the critical path. */
    String pathName() {
        return prefix + "critical path";
    }
}
