// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

/**
 * A file that holds a trace.
 *
 * @param source the file
 * @param name what its name tells
 * @param kind what it holds, as far as its beginning shows
 * @param rank the rank by name, else by what the file says before its events, or -1
 */
public record Candidate(TraceSource source, FileName name, TraceKind kind, int rank) {
    /** Whether the name promises something else than the file holds. */
    boolean isMisnamed() {
        return name.kind() != null && name.kind() != kind;
    }
}
