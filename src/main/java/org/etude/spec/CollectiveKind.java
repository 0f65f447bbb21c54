package org.etude.spec;

/** The collectives that are simulated as messages. */
public enum CollectiveKind {
    /** Everybody ends with the sum. */
    ALL_REDUCE,
    /** Everybody ends with everybody's part. */
    ALL_GATHER,
    /** Everybody ends with its part of the sum. */
    REDUCE_SCATTER,
    /** Everybody gives everybody a part. */
    ALL_TO_ALL;

    /** The kind of an ET communication type, or null when it is not simulated as messages. */
    public static CollectiveKind of(EtCommType type) {
        if (type == null) {
            return null;
        }
        return switch (type) {
            case ALL_REDUCE -> ALL_REDUCE;
            case ALL_GATHER -> ALL_GATHER;
            case REDUCE_SCATTER -> REDUCE_SCATTER;
            case ALL_TO_ALL -> ALL_TO_ALL;
            default -> null;
        };
    }

    /** The size of a node's data after a phase of this kind over {@code nodes} nodes. */
    public long finalBytes(long bytes, int nodes) {
        return switch (this) {
            case ALL_REDUCE, ALL_TO_ALL -> bytes;
            case ALL_GATHER -> bytes * nodes;
            case REDUCE_SCATTER -> bytes / nodes;
        };
    }

    /**
     * The kind that stands in for a type without messages of its own: it waits for the same ranks and moves at least as
     * many bytes over the same links, so its time is an upper bound. A reduce is the first half of an all-reduce and a
     * gather to the root, which costs as much as the second; gather and scatter load the root's link as all-gather and
     * reduce-scatter load every link; a barrier is an all-reduce of next to nothing.
     */
    public static CollectiveKind standIn(EtCommType type) {
        return switch (type) {
            case REDUCE, BARRIER -> ALL_REDUCE;
            case GATHER -> ALL_GATHER;
            case SCATTER, REDUCE_SCATTER_BLOCK -> REDUCE_SCATTER;
            default -> of(type);
        };
    }
}
