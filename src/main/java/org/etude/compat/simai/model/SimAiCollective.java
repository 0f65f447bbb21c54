package org.etude.compat.simai.model;

import java.util.Locale;
import java.util.Optional;

/** The collectives of a workload text. */
public enum SimAiCollective {
    /** Sum to all. */
    ALLREDUCE,
    /** Parts to all. */
    ALLGATHER,
    /** Sum in parts. */
    REDUCESCATTER,
    /** Each to each. */
    ALLTOALL;

    /** The collective of a field, none for {@code NONE} and what SimAI does not know. */
    public static Optional<SimAiCollective> of(String comm) {
        int ending = comm.indexOf('_');
        String name = (ending < 0 ? comm : comm.substring(0, ending)).toUpperCase(Locale.ROOT);
        for (SimAiCollective collective : values()) {
            if (collective.name().equals(name)) {
                return Optional.of(collective);
            }
        }
        return Optional.empty();
    }

    /** What all bytes take or do, times the bytes over the bus for a byte of the collective among n ranks. */
    public double onBus(double all, int n) {
        return (this == ALLREDUCE ? all * 2 : all) * (n - 1) / n;
    }
}
