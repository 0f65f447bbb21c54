// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

/**
 * An all-to-all whose parts differ in size: one message to and from each other node, all at once, in the order of
 * {@link DirectAlgorithm}. Empty parts are not sent, as in NCCL. Sent and received messages take endpoint work. A node
 * that receives little is done when what it sends has arrived.
 */
public final class UnevenDirectAlgorithm extends PhaseAlgorithm {
    private final RingPosition ring;
    private final long[] sent;
    private final long[] received;
    private final int messages;
    private int next = 1;
    private int nextFrom = 1;
    private int toSend;
    private int arriving;
    private int working;
    private int inFlight;

    /**
     * Creates the algorithm of one node.
     *
     * @param ring the nodes it runs over
     * @param sent bytes to the node at each position
     * @param received bytes from the node at each position
     */
    public UnevenDirectAlgorithm(RingPosition ring, long[] sent, long[] received) {
        this.ring = ring;
        this.sent = sent.clone();
        this.received = received.clone();
        for (int at = 0; at < ring.size(); at++) {
            toSend += at != ring.index() && sent[at] > 0 ? 1 : 0;
            arriving += at != ring.index() && received[at] > 0 ? 1 : 0;
        }
        messages = toSend + arriving;
    }

    @Override
    public void start(PhasePort port) {
        for (int step = 1; step < ring.size(); step++) {
            int from = Math.floorMod(ring.index() - step, ring.size());
            if (received[from] > 0) {
                port.receive(ring.rank(from), received[from]);
            }
        }
        for (int step = 1; step < ring.size(); step++) {
            long bytes = sent[Math.floorMod(ring.index() + step, ring.size())];
            if (bytes > 0) {
                working++;
                port.bundle(bytes, false, true, false);
            }
        }
        finishIfDone(port);
    }

    @Override
    public void received(PhasePort port) {
        arriving--;
        working++;
        port.bundle(expected(), false, false, false);
    }

    /** The size of the next part in the order of receiving; parts that overtake others have the same work in total. */
    private long expected() {
        long bytes;
        do {
            bytes = received[Math.floorMod(ring.index() - nextFrom++, ring.size())];
        } while (bytes == 0);
        return bytes;
    }

    @Override
    public void bundled(PhasePort port) {
        working--;
        if (toSend > 0) {
            int to = Math.floorMod(ring.index() + next++, ring.size());
            while (sent[to] == 0) {
                to = Math.floorMod(ring.index() + next++, ring.size());
            }
            toSend--;
            inFlight++;
            port.send(ring.rank(to), sent[to]);
        }
        finishIfDone(port);
    }

    private void finishIfDone(PhasePort port) {
        if (toSend == 0 && inFlight == 0 && arriving == 0 && working == 0) {
            port.done();
        }
    }

    @Override
    public boolean awaitsSends() {
        return true;
    }

    @Override
    public void sent(PhasePort port) {
        inFlight--;
        finishIfDone(port);
    }

    @Override
    public boolean sourcesAlike() {
        return true;
    }

    @Override
    public String progress() {
        return "uneven direct: " + (toSend + inFlight + arriving) + " of " + messages + " messages left";
    }
}
