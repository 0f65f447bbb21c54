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
     * The kind for a collective of a workload text: by its suffix, or the default of the pass without one; empty for an
     * unknown suffix.
     *
     * @param comm the collective as written
     * @param otherwise the default of the pass
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

    /** The kind with a name, ignoring case. */
    static Parallel named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
