// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import java.util.Optional;
import org.etude.report.EtudeException;

/**
 * Carries messages between hosts. An implementation schedules its own events on the {@link EventQueue} it was built
 * with and calls {@link Messages#arrived} once per message; events of one tick fire in the order of scheduling.
 */
public interface MessageNetwork {
    /**
     * Starts to carry a message at the queue's current tick.
     *
     * @param message its number, to be passed to {@link Messages#arrived} in the tick in which it is complete; the
     *     numbers of arrived messages are reused
     * @param src sending host
     * @param dst receiving host, never {@code src}
     * @param bytes payload, 0 or more
     */
    void send(int message, int src, int dst, long bytes);

    /** Sets the receiver of arrived messages; called once before the first send. */
    void attach(Messages messages);

    /** The use of each link so far; empty for a network without links. */
    default LinkUse links() {
        return LinkUse.none();
    }

    /**
     * The run is about to be saved between two ticks. Brings whatever is at another time than the queue to it; what
     * happens later stays the same.
     */
    default void beforeSave() {
        // Most networks are at the queue's time.
    }

    /** Why messages are in flight although no event is left; empty when none are. */
    default Optional<EtudeException> stall() {
        return Optional.empty();
    }

    /** Whether events that no longer concern a rank, such as acknowledgements, may be left when the last message has been reported. */
    default boolean outlastsMessages() {
        return false;
    }

    /**
     * Whether a receive posted for a message that has already arrived completes immediately rather than by an event of
     * the same tick.
     */
    default boolean receivesAtOnce() {
        return false;
    }

    /**
     * A host posted a receive for a message that has already arrived; it will complete by an event of the same tick.
     */
    default void receivesLate(int dst) {
        // Only needed to track the order of events.
    }

    /** The event announced by the oldest {@link #receivesLate} fires. */
    default void lateReceive() {
        // See receivesLate.
    }
}
