// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import org.etude.report.Inside;

/**
 * What is put around payload, and how long frames take.
 *
 * @param linkBytes header of the link
 * @param sequenceBytes width of a sequence number
 * @param cut whether serialisation times are cut to whole ns rather than rounded, as ns-3 did before release 3.36
 */
@Inside
public record FrameSpec(int linkBytes, int sequenceBytes, boolean cut) {
    private static final int IP_BYTES = 20;
    private static final int UDP_BYTES = 8;
    private static final int PRIORITY_BYTES = 2;
    /** Ports, flags and priority of an acknowledgement. */
    private static final int REPLY_BYTES = 8;

    private static final int LEAST_REPLY_BYTES = 26;
    private static final int PAUSE_BYTES = 9;
    private static final int ETHERNET_BYTES = 14;

    /** Refuses sizes that make no sense. */
    public FrameSpec {
        if (linkBytes < 0 || sequenceBytes < 0) {
            throw new IllegalArgumentException(
                    "headers cannot be negative: link " + linkBytes + ", sequence number " + sequenceBytes);
        }
    }

    /** ASTRA-sim's ns-3: two bytes of link header, 32-bit sequence numbers, times rounded. */
    public static FrameSpec reference() {
        return new FrameSpec(2, 4, false);
    }

    /** SimAI's ns-3: Ethernet headers, 64-bit sequence numbers, times cut. */
    public static FrameSpec simAi() {
        return new FrameSpec(ETHERNET_BYTES, 8, true);
    }

    /** All that a data packet has besides payload and telemetry. */
    public int dataBytes() {
        return linkBytes + IP_BYTES + UDP_BYTES + sequenceBytes + PRIORITY_BYTES;
    }

    /** An acknowledgement. */
    public int replyBytes(int telemetry) {
        return linkBytes + IP_BYTES + Math.max(REPLY_BYTES + sequenceBytes + telemetry, LEAST_REPLY_BYTES);
    }

    /** A PAUSE or RESUME frame. */
    public int pauseBytes() {
        return linkBytes + IP_BYTES + PAUSE_BYTES;
    }

    /** What the estimate of a lone flow adds to each packet. */
    public int estimatedBytes() {
        return ETHERNET_BYTES + dataBytes() - linkBytes;
    }

    /** How long a frame occupies a wire, ns. */
    public long nanos(long bytes, long bitsPerSecond) {
        return cut ? Serialisation.cutNanos(bytes, bitsPerSecond) : Serialisation.nanos(bytes, bitsPerSecond);
    }
}
