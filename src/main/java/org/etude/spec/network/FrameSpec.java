// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import org.etude.report.Internal;

/**
 * Headers around the payload, and how serialisation times are rounded.
 *
 * @param linkBytes link header in bytes
 * @param sequenceBytes width of a sequence number in bytes
 * @param cut whether serialisation times are truncated to whole ns rather than rounded, as in ns-3 before release 3.36
 */
@Internal
public record FrameSpec(int linkBytes, int sequenceBytes, boolean cut) {
    private static final int IP_BYTES = 20;
    private static final int UDP_BYTES = 8;
    private static final int PRIORITY_BYTES = 2;
    /** Ports, flags and priority of an acknowledgement. */
    private static final int REPLY_BYTES = 8;

    private static final int MIN_REPLY_BYTES = 26;
    private static final int PAUSE_BYTES = 9;
    private static final int ETHERNET_BYTES = 14;

    /** Rejects negative sizes. */
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

    /** SimAI's ns-3: Ethernet headers, 64-bit sequence numbers, times truncated. */
    public static FrameSpec simAi() {
        return new FrameSpec(ETHERNET_BYTES, 8, true);
    }

    /** Bytes of a data packet in addition to payload and telemetry. */
    public int dataBytes() {
        return linkBytes + IP_BYTES + UDP_BYTES + sequenceBytes + PRIORITY_BYTES;
    }

    /** Bytes of an acknowledgement. */
    public int replyBytes(int telemetry) {
        return linkBytes + IP_BYTES + Math.max(REPLY_BYTES + sequenceBytes + telemetry, MIN_REPLY_BYTES);
    }

    /** Bytes of a PAUSE or RESUME frame. */
    public int pauseBytes() {
        return linkBytes + IP_BYTES + PAUSE_BYTES;
    }

    /** Bytes per packet that the estimate for a flow without competition adds. */
    public int estimatedBytes() {
        return ETHERNET_BYTES + dataBytes() - linkBytes;
    }

    /** How long a frame occupies a link, in ns. */
    public long nanos(long bytes, long bitsPerSecond) {
        return cut ? Serialisation.cutNanos(bytes, bitsPerSecond) : Serialisation.nanos(bytes, bitsPerSecond);
    }
}
