// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.MarkDecisions;
import org.etude.network.packet.state.Mrg32k3a;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.PortCounters;
import org.etude.network.packet.state.Ports;
import org.etude.spec.network.EcnThreshold;
import org.etude.spec.network.SwitchSpec;

/** Decides which packets switches mark, drawing each decision from its own random stream as the reference does. */
public final class EcnMarker {
    /** Streams taken before the first packet: by the internet stack of each node, and by each error model. */
    private static final int STREAMS_PER_NODE = 9;

    private static final int STREAMS_PER_ERROR_MODEL = 2;

    private final long[] low;
    private final long[] high;
    private final double[] probability;
    private final Mrg32k3a.Series draws;
    private long toSkip;
    private long drawn;
    private long frames;
    /** Deferred decisions, or null when marks have an effect. */
    private final MarkDecisions later;

    /**
     * Creates the marker.
     *
     * @param counters where marks without an effect are counted, or null when marks have an effect
     * @param most maximum number of deferred decisions
     */
    public EcnMarker(PacketTopology topology, Ports ports, SwitchSpec spec, long run, PortCounters counters, int most) {
        later = counters == null ? null : new MarkDecisions(judge(counters), most);
        low = new long[ports.count];
        high = new long[ports.count];
        probability = new double[ports.count];
        for (int port = 0; port < ports.count; port++) {
            EcnThreshold marks = spec.marksOf(ports.at(port).bitsPerSecond);
            low[port] = marks.lowBytes();
            high[port] = marks.highBytes();
            probability[port] = marks.probability();
        }
        long models = 1
                + topology.links().stream().filter(link -> link.errorRate() > 0).count();
        draws = new Mrg32k3a.Series((long) STREAMS_PER_NODE * topology.nodes() + STREAMS_PER_ERROR_MODEL * models, run);
    }

    /** Lets a port mark nothing. */
    public void exempt(int port) {
        low[port] = Long.MAX_VALUE;
        high[port] = Long.MAX_VALUE;
    }

    /** Below how many bytes a port never marks; {@link Long#MAX_VALUE} for a host's, one without a link, and all without ECN. */
    public long lowBytes(Port port, boolean ecn) {
        return ecn && port.active && !port.host ? low[port.id] : Long.MAX_VALUE;
    }

    /** Whether a packet that leaves {@code queued} bytes behind is marked; always false for deferred decisions. */
    boolean marks(int port, long queued) {
        if (queued <= low[port]) {
            return false;
        }
        if (queued > high[port]) {
            return true;
        }
        if (later != null) {
            later.add(port, queued);
            return false;
        }
        drawn++;
        return draw(port, queued);
    }

    private boolean draw(int port, long queued) {
        for (; toSkip > 0; toSkip--) {
            draws.skip();
        }
        double chance = probability[port] * (queued - low[port]) / (high[port] - low[port]);
        return draws.next() < chance;
    }

    private MarkDecisions.Judge judge(PortCounters counters) {
        return new MarkDecisions.Judge() {
            @Override
            public void decide(int port, long queued) {
                if (draw(port, queued)) {
                    counters.marks[port]++;
                }
            }

            @Override
            public void frame() {
                toSkip++;
            }

            @Override
            public void seek(long stream) {
                toSkip = 0;
                draws.seek(stream);
            }
        };
    }

    /** Deferred decisions, or null when marks are drawn at once. */
    public MarkDecisions later() {
        return later;
    }

    /** Draws all deferred decisions, so that marks are counted. */
    public synchronized void drawLater() {
        if (later != null) {
            later.draw();
        }
    }

    /** Called when a PAUSE or RESUME frame is created, which also takes a stream. */
    void frameMade() {
        if (later != null) {
            later.addFrame();
            return;
        }
        toSkip++;
        frames++;
    }

    /** Counts frames created by fast-forward. */
    public void framesMade(long count) {
        toSkip += count;
        frames += count;
    }

    public long frames() {
        return frames;
    }

    /** The number of decisions that took a random number. */
    public long drawn() {
        return drawn;
    }
}
