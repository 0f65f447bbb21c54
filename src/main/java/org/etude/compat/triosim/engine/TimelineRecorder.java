// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import org.etude.compat.triosim.trace.MessageKind;
import org.etude.compat.triosim.trace.TimedMessage;
import org.etude.compat.triosim.trace.TimedOp;
import org.etude.compat.triosim.trace.TraceOp;
import org.etude.compat.triosim.trace.TrioSimObserver;

/** Notifies an observer of events, with the time of a clock. */
public final class TimelineRecorder {
    private final TrioSimObserver observer;
    private final TrioSimQueue queue;
    private long sent;

    public TimelineRecorder(TrioSimObserver observer, TrioSimQueue queue) {
        this.observer = observer;
        this.queue = queue;
    }

    /** An operator ends now. */
    public void ran(int gpu, int microBatch, int index, TraceOp recorded, double start) {
        observer.ran(new TimedOp(gpu, microBatch, index, recorded, start, queue.now()));
    }

    /** A message is sent now; returns what to run when it arrives. */
    public Runnable send(MessageKind kind, int from, int to, int microBatch, long bytes) {
        double start = queue.now();
        long number = sent++;
        return () -> observer.arrived(new TimedMessage(number, kind, from, to, microBatch, bytes, start, queue.now()));
    }

    /** An all-reduce by formula; its rows name the first GPU and its next one. */
    public void reduced(long bytes, double start, double end) {
        observer.arrived(new TimedMessage(sent++, MessageKind.ALL_REDUCE, 0, 1, 0, bytes, start, end));
    }
}
