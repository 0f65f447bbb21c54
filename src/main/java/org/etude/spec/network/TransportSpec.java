// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import org.etude.report.Inside;

/**
 * What hosts do: packets, acknowledgements, windows.
 *
 * @param payloadBytes payload of a full packet
 * @param ackIntervalBytes after this many bytes of a flow every packet is acknowledged; 0 means no acknowledgement is expected
 * @param chunkBytes multiples of it are acknowledged in any case; 0 for none
 * @param backToZero whether acknowledgements count in whole chunks only
 * @param windowed whether a flow may have only a bandwidth-delay product in flight
 * @param globalWindow whether all flows have the largest product of any pair of hosts
 * @param variableWindow whether the window shrinks with the rate
 * @param rateBound whether packets are spaced at the flow's rate rather than the line's
 * @param ackHighPriority whether a paused host may still send acknowledgements
 * @param nicPauses how often each host pauses its switch for 10 us, as a slow host bus would
 * @param retransmitNanos sends again from the last acknowledged byte when nothing was heard for so long; 0 for never, as the
 *     reference
 * @param frames headers and the rounding of times
 * @param startNanos how long a host takes to start a flow once it is asked to; 0 as the reference
 * @param inOrder whether the messages from one host to another go one after the other, as on the one connection that NCCL and
 *     gloo have for each pair, rather than as flows that share the link; false as the reference
 * @param entropies over how many values the packets of a flow are sprayed, by which switches choose among equal paths; 0 for one
 *     path per flow and packets in order, as the reference
 */
@Inside
public record TransportSpec(
        int payloadBytes,
        long ackIntervalBytes,
        int chunkBytes,
        boolean backToZero,
        boolean windowed,
        boolean globalWindow,
        boolean variableWindow,
        boolean rateBound,
        boolean ackHighPriority,
        int nicPauses,
        long retransmitNanos,
        FrameSpec frames,
        long startNanos,
        boolean inOrder,
        int entropies) {

    /** Source ports are 16 bits wide. */
    private static final int MOST_ENTROPIES = 1 << 16;

    /** Messages that are flows of their own, as the reference's. */
    public TransportSpec(
            int payloadBytes,
            long ackIntervalBytes,
            int chunkBytes,
            boolean backToZero,
            boolean windowed,
            boolean globalWindow,
            boolean variableWindow,
            boolean rateBound,
            boolean ackHighPriority,
            int nicPauses,
            long retransmitNanos,
            FrameSpec frames,
            long startNanos) {
        this(
                payloadBytes,
                ackIntervalBytes,
                chunkBytes,
                backToZero,
                windowed,
                globalWindow,
                variableWindow,
                rateBound,
                ackHighPriority,
                nicPauses,
                retransmitNanos,
                frames,
                startNanos,
                false,
                0);
    }

    /** The reference's frames. */
    public TransportSpec(
            int payloadBytes,
            long ackIntervalBytes,
            int chunkBytes,
            boolean backToZero,
            boolean windowed,
            boolean globalWindow,
            boolean variableWindow,
            boolean rateBound,
            boolean ackHighPriority,
            int nicPauses,
            long retransmitNanos) {
        this(
                payloadBytes,
                ackIntervalBytes,
                chunkBytes,
                backToZero,
                windowed,
                globalWindow,
                variableWindow,
                rateBound,
                ackHighPriority,
                nicPauses,
                retransmitNanos,
                FrameSpec.reference(),
                0);
    }

    /** Refuses sizes that make no sense. */
    public TransportSpec {
        if (payloadBytes < 1 || payloadBytes > 1 << 20) {
            throw new IllegalArgumentException("payload must be 1 byte to 1 MiB per packet: " + payloadBytes);
        }
        if (ackIntervalBytes < 0 || chunkBytes < 0 || nicPauses < 0 || retransmitNanos < 0 || startNanos < 0) {
            throw new IllegalArgumentException(
                    "acknowledgement interval, chunk, pauses, timeout and start cannot be negative: " + ackIntervalBytes
                            + ", " + chunkBytes + ", " + nicPauses + ", " + retransmitNanos + ", " + startNanos);
        }
        if (entropies < 0 || entropies > MOST_ENTROPIES) {
            throw new IllegalArgumentException(
                    "packets are sprayed over 0 to " + MOST_ENTROPIES + " entropy values: " + entropies);
        }
        if (backToZero && chunkBytes == 0) {
            throw new IllegalArgumentException("going back to whole chunks needs a chunk size");
        }
    }

    /** The same with another payload. */
    public TransportSpec withPayload(int bytes) {
        return with(bytes, windowed, retransmitNanos, frames, startNanos, inOrder, entropies);
    }

    /** The same with a retransmission timeout in ns; 0 for none. */
    public TransportSpec withRetransmit(long nanos) {
        return with(payloadBytes, windowed, nanos, frames, startNanos, inOrder, entropies);
    }

    /** The same with or without windows. */
    public TransportSpec withWindow(boolean on) {
        return with(payloadBytes, on, retransmitNanos, frames, startNanos, inOrder, entropies);
    }

    /** The same with other frames. */
    public TransportSpec withFrames(FrameSpec other) {
        return with(payloadBytes, windowed, retransmitNanos, other, startNanos, inOrder, entropies);
    }

    /** The same with hosts that take so long to start a flow. */
    public TransportSpec withStart(long nanos) {
        return with(payloadBytes, windowed, retransmitNanos, frames, nanos, inOrder, entropies);
    }

    /** The same with messages of a pair of hosts one after the other, or all at once. */
    public TransportSpec withInOrder(boolean on) {
        return with(payloadBytes, windowed, retransmitNanos, frames, startNanos, on, entropies);
    }

    /** The same with packets sprayed over this many entropy values; 0 for one path per flow. */
    public TransportSpec withEntropies(int values) {
        return with(payloadBytes, windowed, retransmitNanos, frames, startNanos, inOrder, values);
    }

    /** Whether packets of a flow take different paths. */
    public boolean sprays() {
        return entropies > 0;
    }

    /** The same but for the components that can be changed. */
    private TransportSpec with(
            int payload,
            boolean windows,
            long retransmit,
            FrameSpec framing,
            long start,
            boolean ordered,
            int sprayedOver) {
        return new TransportSpec(
                payload,
                ackIntervalBytes,
                chunkBytes,
                backToZero,
                windows,
                globalWindow,
                variableWindow,
                rateBound,
                ackHighPriority,
                nicPauses,
                retransmit,
                framing,
                start,
                ordered,
                sprayedOver);
    }
}
