// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import org.etude.report.Internal;

/**
 * Settings of hosts: packets, acknowledgements, windows.
 *
 * @param payloadBytes payload of a full packet
 * @param ackIntervalBytes a packet is acknowledged after every this many bytes of a flow; 0 disables acknowledgements
 * @param chunkBytes chunk size; each whole chunk is always acknowledged; 0 for none
 * @param backToZero whether acknowledgements count in whole chunks only
 * @param windowed whether a flow may have only a bandwidth-delay product in flight
 * @param globalWindow whether all flows have the largest product of any pair of hosts
 * @param variableWindow whether the window shrinks with the rate
 * @param rateBound whether packets are spaced at the flow's rate rather than the line's
 * @param ackHighPriority whether a paused host may still send acknowledgements
 * @param nicPauses how often each host pauses its switch for 10 us, emulating a slow host bus
 * @param retransmitNanos retransmission timeout in ns, after which sending resumes from the last acknowledged byte; 0
 *     for none, as in the reference
 * @param frames headers and the rounding of times
 * @param startNanos delay of a host before it starts a flow, in ns; 0 as in the reference
 * @param inOrder whether messages between two hosts are sent in order, as on the single connection that NCCL and gloo
 *     keep per pair, rather than as flows that share the link; false as in the reference
 * @param entropies number of entropy values over which the packets of a flow are sprayed and by which switches choose
 *     among equal paths; 0 for one path per flow and packets in order, as in the reference
 */
@Internal
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
    private static final int MAX_ENTROPIES = 1 << 16;

    /** With the reference's frames, without a delay, each message as a flow on one path. */
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
                0,
                false,
                0);
    }

    /** Rejects invalid sizes. */
    public TransportSpec {
        if (payloadBytes < 1 || payloadBytes > 1 << 20) {
            throw new IllegalArgumentException("payload must be 1 byte to 1 MiB per packet: " + payloadBytes);
        }
        if (ackIntervalBytes < 0 || chunkBytes < 0 || nicPauses < 0 || retransmitNanos < 0 || startNanos < 0) {
            throw new IllegalArgumentException(
                    "acknowledgement interval, chunk, pauses, timeout and start cannot be negative: " + ackIntervalBytes
                            + ", " + chunkBytes + ", " + nicPauses + ", " + retransmitNanos + ", " + startNanos);
        }
        if (entropies < 0 || entropies > MAX_ENTROPIES) {
            throw new IllegalArgumentException(
                    "packets are sprayed over 0 to " + MAX_ENTROPIES + " entropy values: " + entropies);
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

    /** The same with this delay before a host starts a flow, in ns. */
    public TransportSpec withStart(long nanos) {
        return with(payloadBytes, windowed, retransmitNanos, frames, nanos, inOrder, entropies);
    }

    /** The same with messages between two hosts sent in order, or concurrently. */
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

    /** The same except for the components that can be changed. */
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
