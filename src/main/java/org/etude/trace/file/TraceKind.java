// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

/** What a file holds. */
public enum TraceKind {
    /** An execution trace of the host. */
    HOST("an execution trace (host)"),
    /** A Kineto trace. */
    DEVICE("a Kineto trace (device)"),
    /** An execution trace and a Kineto trace already merged. */
    LINKED("a linked trace (execution trace and Kineto trace already merged)"),
    /** What PyTorch's flight recorder wrote. */
    FLIGHT("a dump of PyTorch's flight recorder"),
    /** What NCCL Inspector wrote. */
    INSPECTOR("a recording of NCCL Inspector"),
    /** Readable, but not a trace. */
    OTHER("not a trace"),
    /** Cannot be read as JSON. */
    UNREADABLE("nothing readable");

    private final String text;

    TraceKind(String text) {
        this.text = text;
    }

    /** For messages. */
    public String text() {
        return text;
    }
}
