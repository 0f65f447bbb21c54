// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import java.util.Arrays;
import java.util.List;
import org.etude.store.Saved;
import org.etude.store.Storable;

/**
 * Time series of every port in bounded memory: a fixed number of equal intervals from time 0, each with the bytes sent
 * and the largest queue. A queue that stays as it is counts in every interval until it changes. When the intervals no
 * longer cover the time, their length doubles and neighbours merge, so no peak is ever lost.
 */
public final class PortRecorder implements Storable {
    private final int spans;
    private long spanNanos;
    private long[][] sent = new long[0][];
    private long[][] peak = new long[0][];
    /** The bytes that wait at each port since its last change. */
    private long[] level = new long[0];
    /** The interval of that change. */
    private int[] changed = new int[0];

    private int used;

    /**
     * Creates a recorder.
     *
     * @param spans number of intervals, even
     * @param spanNanos initial length of an interval, ns
     */
    public PortRecorder(int spans, long spanNanos) {
        if (spans < 2 || spans % 2 != 0 || spanNanos < 1) {
            throw new IllegalArgumentException(
                    "a recorder needs an even number of intervals of at least 1 ns: " + spans + ", " + spanNanos);
        }
        this.spans = spans;
        this.spanNanos = spanNanos;
    }

    /** Starts the series of this many ports, all empty. */
    public void attach(int ports) {
        sent = new long[ports][spans];
        peak = new long[ports][spans];
        level = new long[ports];
        changed = new int[ports];
    }

    /** A port began to send. */
    public void sent(long now, int port, int bytes) {
        sent[port][span(now)] += bytes;
    }

    /** A packet passed an empty queue. */
    public void passed(long now, int port, long bytes) {
        int span = span(now);
        peak[port][span] = Math.max(peak[port][span], bytes);
    }

    /** The queue of a port grew or shrank to this many bytes. */
    public void queued(long now, int port, long bytes) {
        int span = span(now);
        for (int until = changed[port] + 1; level[port] > 0 && until <= span; until++) {
            peak[port][until] = Math.max(peak[port][until], level[port]);
        }
        peak[port][span] = Math.max(peak[port][span], bytes);
        level[port] = bytes;
        changed[port] = span;
    }

    private int span(long now) {
        long span = now / spanNanos;
        while (span >= spans) {
            merge();
            span = now / spanNanos;
        }
        used = Math.max(used, (int) span + 1);
        return (int) span;
    }

    private void merge() {
        for (int port = 0; port < sent.length; port++) {
            for (int i = 0; i < spans / 2; i++) {
                sent[port][i] = sent[port][2 * i] + sent[port][2 * i + 1];
                peak[port][i] = Math.max(peak[port][2 * i], peak[port][2 * i + 1]);
            }
            Arrays.fill(sent[port], spans / 2, spans, 0);
            Arrays.fill(peak[port], spans / 2, spans, 0);
            changed[port] /= 2;
        }
        spanNanos *= 2;
        used = (used + 1) / 2;
    }

    /** The current length of an interval, ns. */
    public long spanNanos() {
        return spanNanos;
    }

    /** The number of intervals with data. */
    public int size() {
        return used;
    }

    /** Bytes that a port sent in an interval, headers included. */
    public long sentBytes(int port, int span) {
        return sent[port][span];
    }

    /** The most bytes queued at a port in an interval. */
    public long peakQueueBytes(int port, int span) {
        return span > changed[port] ? Math.max(peak[port][span], level[port]) : peak[port][span];
    }

    /** The intervals of all ports. */
    private record SavedIntervals(int spans, long spanNanos, int used, List<long[]> sent, List<long[]> peak)
            implements Saved {
        @Override
        public Object restored() {
            PortRecorder recorder = new PortRecorder(spans, spanNanos);
            recorder.sent = sent.toArray(long[][]::new);
            recorder.peak = peak.toArray(long[][]::new);
            recorder.level = new long[peak.size()];
            recorder.changed = new int[peak.size()];
            recorder.used = used;
            return recorder;
        }
    }

    @Override
    public Saved saved() {
        long[][] peaks = new long[peak.length][spans];
        for (int port = 0; port < peaks.length; port++) {
            for (int span = 0; span < used; span++) {
                peaks[port][span] = peakQueueBytes(port, span);
            }
        }
        return new SavedIntervals(spans, spanNanos, used, List.of(sent), List.of(peaks));
    }
}
