// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.model;

import java.util.Locale;
import java.util.Optional;
import org.etude.spec.CollectiveType;

/** The collectives of a workload text, which SimAI writes as ALLREDUCE, ALLGATHER, REDUCESCATTER and ALLTOALL. */
public final class CommWord {
    private CommWord() {}

    /** The collective of a field, none for {@code NONE} and what SimAI does not know. */
    public static Optional<CollectiveType> type(String comm) {
        int ending = comm.indexOf('_');
        String name = (ending < 0 ? comm : comm.substring(0, ending)).toUpperCase(Locale.ROOT);
        return CollectiveType.scheduled().stream()
                .filter(type -> of(type).equals(name))
                .findFirst();
    }

    /** How SimAI writes a collective. */
    public static String of(CollectiveType type) {
        return type.name().replace("_", "");
    }

    /** What all bytes take or do, times the bytes over the bus for a byte of the collective among n ranks. */
    public static double onBus(CollectiveType type, double all, int n) {
        return (type == CollectiveType.ALL_REDUCE ? all * 2 : all) * (n - 1) / n;
    }
}
