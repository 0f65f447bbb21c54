// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import org.etude.collective.PhasePort;
import org.etude.network.queue.Messages;
import org.etude.sim.collective.StreamPhase;
import org.etude.sim.event.EventTag;

/** A chunk of a collective on one rank, with its sequence of phases. */
public final class ChunkStream implements PhasePort {
    public final Dataset dataset;
    public final int tag;
    public final int slot;
    /** The number of the chunk within the collective. */
    public final int chunk;

    public final StreamPhase[] phases;
    final long priority;
    public int step = -1;
    public boolean started;
    long enteredAt;
    long startedAt;

    private final Engine engine;
    /** The most recent channels and their keys; most algorithms keep reusing the same ones. */
    private int sendChannel = -1;

    private int sendDst;
    private long sendBytes;
    private int receiveChannel = -1;
    private int receiveSrc;
    private long receiveBytes;
    private int channelAge;

    ChunkStream(Engine engine, Dataset dataset, int tag, int slot, int chunk, StreamPhase[] phases, long priority) {
        this.engine = engine;
        this.dataset = dataset;
        this.tag = tag;
        this.slot = slot;
        this.chunk = chunk;
        this.phases = phases;
        this.priority = priority;
    }

    public StreamPhase phase() {
        return phases[step];
    }

    /** Whether another rank's chunk of the same number belongs to the same kind of collective. */
    public boolean sameAs(ChunkStream other) {
        return phases.length == other.phases.length
                && phases[0].kind() == other.phases[0].kind()
                && phases[0].bytes() == other.phases[0].bytes();
    }

    /** The size in bytes of the last message sent. */
    public long sentBytes() {
        return sendBytes;
    }

    /** The destination of the last message sent. */
    int sentTo() {
        return sendDst;
    }

    int phasesToGo() {
        return phases.length - 1 - step;
    }

    @Override
    public void send(int dst, long bytes) {
        long token = phase().algorithm().awaitsSends() ? EventTag.of(EventTag.STREAM, slot, 0) : Messages.NOBODY;
        if (sendChannel >= 0 && dst == sendDst && bytes == sendBytes && current()) {
            engine.messages.send(sendChannel, token);
            return;
        }
        sendChannel = engine.transport.send(tag, dataset.rank, dst, bytes, token);
        sendDst = dst;
        sendBytes = bytes;
    }

    @Override
    public void receive(int src, long bytes) {
        long token = EventTag.of(EventTag.STREAM, slot, 0);
        if (receiveChannel >= 0 && src == receiveSrc && bytes == receiveBytes && current()) {
            engine.messages.receive(receiveChannel, token);
            return;
        }
        receiveChannel = engine.transport.receive(tag, src, dataset.rank, bytes, token);
        receiveSrc = src;
        receiveBytes = bytes;
    }

    /** Whether the cached channels still have the same keys. */
    private boolean current() {
        int age = engine.messages.channelAge();
        if (age == channelAge) {
            return true;
        }
        channelAge = age;
        sendChannel = -1;
        receiveChannel = -1;
        return false;
    }

    @Override
    public void bundle(long bytes, boolean reduced, boolean fromHost, boolean sendBack) {
        engine.bundle(this, bytes, reduced, fromHost, sendBack);
    }

    @Override
    public void done() {
        dataset.queues.proceed(this);
    }
}
