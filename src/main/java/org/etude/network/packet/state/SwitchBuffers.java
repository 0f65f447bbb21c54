// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.SwitchSpec;

/**
 * The buffer of each switch, shared by its ports. Every ingress has a small reserve, then takes from the shared part up
 * to a threshold that falls as the part fills, then from its headroom. Above the threshold its peer is paused.
 */
public final class SwitchBuffers {
    private static final long RESERVE = 4096;
    private static final long RESUME_MARGIN = 3 * 1024;
    private static final int SHIFT = 3;
    private static final long UNSIGNED = 0xffffffffL;

    private final Ports ports;
    /** By node. */
    private final SharedBuffer[] shared;

    /** Creates the empty buffers of all switches; {@code nicRate} is in bits per second. */
    public SwitchBuffers(PacketTopology topology, Ports ports, SwitchSpec spec, long nicRate) {
        this.ports = ports;
        shared = new SharedBuffer[topology.nodes()];
        Arrays.setAll(shared, node -> new SharedBuffer(spec.bufferBytes()));
        for (int at = 0; at < ports.count; at++) {
            Port port = ports.at(at);
            port.active = port.node >= topology.hosts() + spec.passive();
            long rate = port.bitsPerSecond;
            port.headroom = Long.divideUnsigned(Long.divideUnsigned(rate * port.delay, 8), 1_000_000_000L)
                            * spec.headroomFactor()
                    & UNSIGNED;
            port.shared = shared[port.node];
            port.shared.size -= port.headroom + RESERVE;
            port.shift = SHIFT;
            for (long above = rate; nicRate > 0 && above > nicRate && port.shift > 0; above /= 2) {
                port.shift--;
            }
        }
    }

    /**
     * The bytes of the shared part that an ingress may use; 32 bits, so it wraps like the reference's when overdrawn.
     */
    static long threshold(Port port) {
        return (port.shared.size - port.shared.used & UNSIGNED) >>> port.shift;
    }

    /** Takes no queue at a port for near its marks. */
    public void marksNothing(Port port) {
        port.alertAt = Long.MAX_VALUE;
    }

    /**
     * Sets from what on {@link #nears} answers yes; returns whether it would answer no at some time.
     *
     * @param lowBytes by port: below how many bytes it never marks
     * @param frameBytes the largest frame
     */
    public boolean watch(IntToLongFunction lowBytes, int frameBytes) {
        boolean free = true;
        for (int at = 0; at < ports.count; at++) {
            Port port = ports.at(at);
            port.alertAt = lowBytes.applyAsLong(at) - frameBytes;
            // No ingress uses more of the shared part than all do together, and up to this nobody's threshold is that
            // low.
            long half = (port.shared.size >> port.shift + 1) - 2L * frameBytes;
            port.shared.alertAt = Math.min(port.shared.alertAt, half);
            free &= port.alertAt > 0 && port.shared.alertAt > 0;
        }
        return free;
    }

    /** Whether the next packet may be marked, or may pause its sender. */
    public static boolean nears(Port from, Port to) {
        return to.egress > to.alertAt || from.shared.used > from.shared.alertAt;
    }

    /** Whether {@link #nears} answers no as long as no more than this many bytes are in the buffer of a port and in that of its node. */
    public static boolean staysQuiet(Port port, long ofPort, long ofNode) {
        return ofPort <= port.alertAt && ofNode <= port.shared.alertAt;
    }

    /** All that is fixed about a port and its node. */
    public List<Long> fixed(int at) {
        Port port = ports.at(at);
        return List.of(port.headroom, (long) port.shift, port.shared.size, port.active ? 1L : 0L);
    }

    /** Whether the reserves and headroom of a node's ports take more than its buffer. */
    public boolean isOverdrawn(int node) {
        return shared[node].size < 0;
    }

    /** The bytes in the shared part of a node. */
    public long shared(int at) {
        return shared[at].used;
    }

    public void restoreShared(int at, long bytes) {
        shared[at].used = bytes;
    }

    private static long sharedUse(Port port) {
        return Math.max(0, port.ingress - RESERVE);
    }

    /**
     * Whether a packet that is sent on at once leaves the buffers as they were and pauses nobody: it fits into the reserve of
     * its ingress, which uses nothing else and has paused nobody, and nothing waits at its egress, so it is not marked either.
     */
    public static boolean passes(Port from, Port to, int size) {
        return from.ingress + size <= RESERVE
                && from.headroomUsed == 0
                && size <= from.headroom
                && to.egress == 0
                && !from.pausing
                && threshold(from) > 0;
    }

    /** Whether a packet of this size is ever admitted, namely when its switch is empty. */
    public static boolean holds(Port from, int size) {
        return size <= from.headroom || size <= (from.shared.size & UNSIGNED) >>> from.shift;
    }

    /** Admits a packet, or rejects it when the headroom of its ingress is full. */
    public static boolean admit(Port from, Port to, int size) {
        long filled = from.ingress + size;
        boolean fits = size + from.headroomUsed <= from.headroom;
        if (filled <= RESERVE && fits) {
            from.ingress = filled;
            to.egress += size;
            return true;
        }
        long threshold = threshold(from);
        if (!fits && size + sharedUse(from) > threshold) {
            return false;
        }
        if (filled <= RESERVE) {
            from.ingress = filled;
        } else if (filled - RESERVE > threshold) {
            from.headroomUsed += size;
        } else {
            from.ingress = filled;
            from.shared.used += Math.min(size, filled - RESERVE);
        }
        to.egress += size;
        return true;
    }

    public static boolean shouldPause(Port port) {
        return !port.pausing && port.active && (port.headroomUsed > 0 || sharedUse(port) >= threshold(port));
    }

    /** Releases the bytes of a packet that left: first headroom, then shared, then reserved. */
    public static void release(Port from, Port to, int size) {
        long fromHeadroom = Math.min(from.headroomUsed, size);
        long fromShared = Math.min(size - fromHeadroom, sharedUse(from));
        from.headroomUsed -= fromHeadroom;
        from.ingress -= size - fromHeadroom;
        from.shared.used -= fromShared;
        to.egress -= size;
    }

    /** Whether a port that paused its sender has buffer space again. */
    public static boolean shouldResume(Port port) {
        if (!port.pausing || port.headroomUsed > 0) {
            return false;
        }
        long use = sharedUse(port);
        return use == 0 || use + RESUME_MARGIN <= threshold(port);
    }
}
