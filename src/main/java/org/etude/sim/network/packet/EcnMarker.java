package org.etude.sim.network.packet;

/** Decides which packets switches mark, drawing each decision from a random stream of its own as the reference does. */
final class EcnMarker {
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

    EcnMarker(PacketTopology topology, Ports ports, SwitchSpec spec, long run) {
        low = new long[ports.count];
        high = new long[ports.count];
        probability = new double[ports.count];
        for (int port = 0; port < ports.count; port++) {
            EcnThreshold marks = spec.marksOf(ports.bitsPerSecond[port]);
            low[port] = marks.lowBytes();
            high[port] = marks.highBytes();
            probability[port] = marks.probability();
        }
        long models = 1
                + topology.links().stream().filter(link -> link.errorRate() > 0).count();
        draws = new Mrg32k3a.Series((long) STREAMS_PER_NODE * topology.nodes() + STREAMS_PER_ERROR_MODEL * models, run);
    }

    /** Whether a packet that leaves {@code queued} bytes behind is marked. */
    boolean marks(int port, long queued) {
        if (queued <= low[port]) {
            return false;
        }
        if (queued > high[port]) {
            return true;
        }
        for (; toSkip > 0; toSkip--) {
            draws.skip();
        }
        drawn++;
        double chance = probability[port] * (queued - low[port]) / (high[port] - low[port]);
        return draws.next() < chance;
    }

    /** A PAUSE or RESUME frame is made, which takes a stream too. */
    void frameMade() {
        toSkip++;
        frames++;
    }

    /** Frames made in closed form. */
    void framesMade(long count) {
        toSkip += count;
        frames += count;
    }

    long frames() {
        return frames;
    }

    /** Decisions that took a random number. */
    long drawn() {
        return drawn;
    }
}
