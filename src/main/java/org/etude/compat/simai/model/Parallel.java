// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.model;

import java.util.Locale;
import java.util.Optional;

/** The kinds of parallelism whose ranks form groups. */
public enum Parallel {
    /** Tensor parallelism. */
    TP(0),
    /** Data parallelism. */
    DP(1),
    /** Expert parallelism. */
    EP(3),
    /** Data parallelism among ranks with the same experts. */
    DP_EP(4);

    private final int code;

    Parallel(int code) {
        this.code = code;
    }

    /** SimAI's number of the kind. */
    public int code() {
        return code;
    }

    /**
     * The kind that a collective of a workload text is in: its ending, and without one what is usual for the pass; an
     * unknown ending is none.
     *
     * @param comm the collective as written
     * @param otherwise what is usual for the pass
     */
    public static Optional<Parallel> of(String comm, Parallel otherwise) {
        int ending = comm.indexOf('_');
        if (ending < 0) {
            return Optional.of(otherwise);
        }
        return switch (comm.substring(ending)) {
            case "_EP" -> Optional.of(EP);
            case "_DP_EP" -> Optional.of(DP_EP);
            default -> Optional.empty();
        };
    }

    /** The kind of a name in capital or small letters. */
    static Parallel named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
