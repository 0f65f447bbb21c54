// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import java.util.Arrays;
import java.util.List;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.SwitchSpec;

/**
 * The buffer of each switch, shared by its ports: every ingress has a small reserve, then takes from the shared part up to
 * a threshold that falls as the part fills, then from its headroom. Above the threshold its peer is paused.
 */
public final class SwitchBuffers {
    private static final long RESERVE = 4096;
    private static final long RESUME_MARGIN = 3 * 1024;
    private static final int SHIFT = 3;
    private static final long UNSIGNED = 0xffffffffL;

    public final long[] ingress;
    public final long[] headroomUsed;
    public final long[] egress;
    /** Whether the peer of a port was asked to pause. */
    public final boolean[] pausing;
    /** Whether the switch of a port marks and pauses. */
    public final boolean[] active;

    private final long[] headroom;
    private final int[] shift;
    /** By node: what the shared part holds, and what is in it. */
    private final long[] shareable;

    private final long[] shared;
    private final int[] node;

    /** Empty buffers of all switches; {@code nicRate} is in bits per second. */
    public SwitchBuffers(PacketTopology topology, Ports ports, SwitchSpec spec, long nicRate) {
        ingress = new long[ports.count];
        headroomUsed = new long[ports.count];
        egress = new long[ports.count];
        pausing = new boolean[ports.count];
        active = new boolean[ports.count];
        headroom = new long[ports.count];
        shift = new int[ports.count];
        shareable = new long[topology.nodes()];
        shared = new long[topology.nodes()];
        node = ports.node;
        Arrays.fill(shareable, spec.bufferBytes());
        for (int port = 0; port < ports.count; port++) {
            active[port] = ports.node[port] >= topology.hosts() + spec.passive();
            long rate = ports.bitsPerSecond[port];
            headroom[port] = Long.divideUnsigned(Long.divideUnsigned(rate * ports.delay[port], 8), 1_000_000_000L)
                            * spec.headroomFactor()
                    & UNSIGNED;
            shareable[ports.node[port]] -= headroom[port] + RESERVE;
            shift[port] = SHIFT;
            for (long above = rate; nicRate > 0 && above > nicRate && shift[port] > 0; above /= 2) {
                shift[port]--;
            }
        }
    }

    /** What an ingress may take of the shared part; 32 bits, so it wraps as the reference's when overdrawn. */
    long threshold(int port) {
        return (shareable[node[port]] - shared[node[port]] & UNSIGNED) >>> shift[port];
    }

    /** All that is fixed about a port and its node. */
    public List<Long> fixed(int port) {
        return List.of(headroom[port], (long) shift[port], shareable[node[port]], active[port] ? 1L : 0L);
    }

    /** What is in the shared part of a node. */
    public long shared(int at) {
        return shared[at];
    }

    public void restoreShared(int at, long bytes) {
        shared[at] = bytes;
    }

    private long sharedUse(int port) {
        return Math.max(0, ingress[port] - RESERVE);
    }

    /**
     * Whether a packet that is sent on at once leaves the buffers as they were and pauses nobody: it fits into the reserve of
     * its ingress, which uses nothing else and has paused nobody, and nothing waits at its egress, so it is not marked either.
     */
    public boolean passes(int in, int out, int size) {
        return ingress[in] + size <= RESERVE
                && headroomUsed[in] == 0
                && size <= headroom[in]
                && egress[out] == 0
                && !pausing[in]
                && threshold(in) > 0;
    }

    /** Takes a packet in, or refuses it when the headroom of its ingress is full. */
    public boolean admit(int in, int out, int size) {
        long filled = ingress[in] + size;
        boolean fits = size + headroomUsed[in] <= headroom[in];
        if (filled <= RESERVE && fits) {
            ingress[in] = filled;
            egress[out] += size;
            return true;
        }
        long threshold = threshold(in);
        if (!fits && size + sharedUse(in) > threshold) {
            return false;
        }
        if (filled <= RESERVE) {
            ingress[in] = filled;
        } else if (filled - RESERVE > threshold) {
            headroomUsed[in] += size;
        } else {
            ingress[in] = filled;
            shared[node[in]] += Math.min(size, filled - RESERVE);
        }
        egress[out] += size;
        return true;
    }

    public boolean shouldPause(int port) {
        return !pausing[port] && active[port] && (headroomUsed[port] > 0 || sharedUse(port) >= threshold(port));
    }

    /** Frees the bytes of a packet that left: first headroom, then shared, then reserved. */
    public void release(int in, int out, int size) {
        long fromHeadroom = Math.min(headroomUsed[in], size);
        long fromShared = Math.min(size - fromHeadroom, sharedUse(in));
        headroomUsed[in] -= fromHeadroom;
        ingress[in] -= size - fromHeadroom;
        shared[node[in]] -= fromShared;
        egress[out] -= size;
    }

    /** Whether a port that paused its sender has buffer space again. */
    public boolean shouldResume(int port) {
        if (!pausing[port] || headroomUsed[port] > 0) {
            return false;
        }
        long use = sharedUse(port);
        return use == 0 || use + RESUME_MARGIN <= threshold(port);
    }
}
