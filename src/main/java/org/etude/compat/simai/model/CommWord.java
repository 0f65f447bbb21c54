// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.model;

import java.util.Locale;
import java.util.Optional;
import org.etude.spec.CollectiveType;

/** Names of collectives in a workload text, which SimAI writes as ALLREDUCE, ALLGATHER, REDUCESCATTER and ALLTOALL. */
public final class CommWord {
    private CommWord() {}

    /** The collective of a field, empty for {@code NONE} and for words unknown to SimAI. */
    public static Optional<CollectiveType> type(String comm) {
        int ending = comm.indexOf('_');
        String name = (ending < 0 ? comm : comm.substring(0, ending)).toUpperCase(Locale.ROOT);
        return CollectiveType.scheduled().stream()
                .filter(type -> of(type).equals(name))
                .findFirst();
    }

    /** SimAI's name of a collective. */
    public static String of(CollectiveType type) {
        return type.name().replace("_", "");
    }

    /** A value for all bytes multiplied by the number of bytes on the bus per byte of the collective among n ranks. */
    public static double onBus(CollectiveType type, double all, int n) {
        return (type == CollectiveType.ALL_REDUCE ? all * 2 : all) * (n - 1) / n;
    }
}
