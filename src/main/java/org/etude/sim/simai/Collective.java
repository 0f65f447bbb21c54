package org.etude.sim.simai;

import java.util.Locale;
import java.util.Optional;

/** The collectives of a workload text. */
public enum Collective {
    /** Sum to all. */
    ALLREDUCE,
    /** Parts to all. */
    ALLGATHER,
    /** Sum in parts. */
    REDUCESCATTER,
    /** Each to each. */
    ALLTOALL;

    /** The collective of a field, none for {@code NONE} and what SimAI does not know. */
    static Optional<Collective> of(String comm) {
        int ending = comm.indexOf('_');
        String name = (ending < 0 ? comm : comm.substring(0, ending)).toUpperCase(Locale.ROOT);
        for (Collective collective : values()) {
            if (collective.name().equals(name)) {
                return Optional.of(collective);
            }
        }
        return Optional.empty();
    }

    /** Bytes over the bus for a byte of the collective among n ranks. */
    double busFactor(int n) {
        double share = (n - 1.0) / n;
        return this == ALLREDUCE ? 2 * share : share;
    }
}
