// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.etude.report.Internal;

/**
 * The types of collectives and transfers. The first ten are those of execution traces, in the order of their {@code
 * comm_type} numbers.
 */
public enum CollectiveType {
    /** Every rank ends with the reduction of all inputs. */
    ALL_REDUCE,
    /** One rank ends with the reduction. */
    REDUCE,
    /** Every rank ends with all inputs. */
    ALL_GATHER,
    /** One rank ends with all inputs. */
    GATHER,
    /** One rank distributes its input. */
    SCATTER,
    /** One rank sends its input to all. */
    BROADCAST,
    /** Every rank sends a part to every rank. */
    ALL_TO_ALL,
    /** Every rank ends with its part of the reduction. */
    REDUCE_SCATTER,
    /** A reduce-scatter of equal parts, as MPI names it. */
    REDUCE_SCATTER_BLOCK,
    /** Ranks wait for each other; no data. */
    BARRIER,
    /** One message out. */
    SEND,
    /** One message in. */
    RECV,
    /** A collective whose type the trace does not show. The type is never guessed. */
    UNKNOWN;

    private static final CollectiveType[] BY_NUMBER = values();

    private final String hyphenated = name().toLowerCase(Locale.ROOT).replace('_', '-');

    private static final List<CollectiveType> SCHEDULED = List.of(ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL);

    /** The type of a {@code comm_type} number in an execution trace, or null when there is none. */
    @Internal
    public static CollectiveType ofNumber(long number) {
        return number >= 0 && number <= BARRIER.ordinal() ? BY_NUMBER[(int) number] : null;
    }

    /** The type with this name in any spelling: all_reduce, AllReduce, all-reduce, All2All; empty for any other name. */
    @Internal
    public static Optional<CollectiveType> named(String name) {
        String letters = letters(name);
        return Arrays.stream(BY_NUMBER)
                .filter(type -> letters(type.name()).equals(letters))
                .findFirst();
    }

    /** The name in running text and in system files: all-reduce. */
    public String hyphenated() {
        return hyphenated;
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT)
                .replaceAll("(?<=[a-z])2(?=[a-z])", "to")
                .replaceAll("[^a-z]", "");
    }

    /**
     * The number of this type in the attribute {@code comm_type} of an execution trace.
     *
     * @throws IllegalArgumentException for sends, receives and unknown types, which have none
     */
    @Internal
    public int number() {
        if (ordinal() > BARRIER.ordinal()) {
            throw new IllegalArgumentException(this + " is not a collective of execution traces (comm_type)");
        }
        return ordinal();
    }

    /** The four collectives that the simulator decomposes into messages by an algorithm. */
    @Internal
    public static List<CollectiveType> scheduled() {
        return SCHEDULED;
    }

    /** Whether the simulator decomposes this collective into messages by an algorithm. */
    @Internal
    public boolean isScheduled() {
        return SCHEDULED.contains(this);
    }

    /**
     * The size of a node's data after a phase of this collective over {@code nodes} nodes.
     *
     * @param bytes the size before
     * @throws IllegalArgumentException when this is not one of {@link #scheduled()}
     */
    @Internal
    public long finalBytes(long bytes, int nodes) {
        return switch (this) {
            case ALL_REDUCE, ALL_TO_ALL -> bytes;
            case ALL_GATHER -> bytes * nodes;
            case REDUCE_SCATTER -> bytes / nodes;
            default -> throw unscheduled();
        };
    }

    /**
     * The scheduled collective that is simulated in place of this one, or null when there is none. It waits for the
     * same ranks and moves at least as many bytes over the same links, so its time is an upper bound. A reduce costs as
     * much as an all-reduce: a reduce-scatter, then a gather to the root in place of the all-gather. Gather and scatter
     * load the root's link as all-gather and reduce-scatter load every link. A barrier is an all-reduce of almost no
     * data.
     */
    @Internal
    public CollectiveType substitute() {
        return switch (this) {
            case REDUCE, BARRIER -> ALL_REDUCE;
            case GATHER -> ALL_GATHER;
            case SCATTER, REDUCE_SCATTER_BLOCK -> REDUCE_SCATTER;
            default -> isScheduled() ? this : null;
        };
    }

    /** The error for a collective without a message schedule. */
    @Internal
    public IllegalArgumentException unscheduled() {
        return new IllegalArgumentException(this + " has no message schedule; only " + SCHEDULED + " have");
    }
}
