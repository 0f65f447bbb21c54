// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

/**
 * A file that holds a trace.
 *
 * @param source the file
 * @param name the parts of its name
 * @param kind what it holds, judging by its beginning
 * @param rank the rank from the name, otherwise from the file's header, or -1
 */
public record Candidate(TraceSource source, FileName name, TraceKind kind, int rank) {
    /** Whether the name suggests a different kind than the content. */
    boolean isMisnamed() {
        return name.kind() != null && name.kind() != kind;
    }
}
