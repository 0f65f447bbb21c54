// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import java.util.Arrays;
import java.util.List;
import org.etude.store.Saved;
import org.etude.store.Storable;

/**
 * Time series of every port in bounded memory: a fixed number of equal spans from time 0, each with the bytes sent and the
 * largest queue seen; when time outgrows them the spans double and neighbours merge, so no peak is ever lost.
 */
public final class PortRecorder implements Storable {
    private final int spans;
    private long spanNanos;
    private long[][] sent = new long[0][];
    private long[][] peak = new long[0][];
    private int used;

    /**
     * Makes a recorder.
     *
     * @param spans how many spans to keep, an even number
     * @param spanNanos the first length of a span, ns
     */
    public PortRecorder(int spans, long spanNanos) {
        if (spans < 2 || spans % 2 != 0 || spanNanos < 1) {
            throw new IllegalArgumentException(
                    "a recorder needs an even number of spans of at least 1 ns: " + spans + ", " + spanNanos);
        }
        this.spans = spans;
        this.spanNanos = spanNanos;
    }

    public void attach(int ports) {
        sent = new long[ports][spans];
        peak = new long[ports][spans];
    }

    public void sent(long now, int port, int bytes) {
        sent[port][span(now)] += bytes;
    }

    public void queued(long now, int port, long bytes) {
        int span = span(now);
        peak[port][span] = Math.max(peak[port][span], bytes);
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
        }
        spanNanos *= 2;
        used = (used + 1) / 2;
    }

    /** The length of a span now, ns. */
    public long spanNanos() {
        return spanNanos;
    }

    /** The spans that hold something. */
    public int size() {
        return used;
    }

    /** Bytes a port sent in a span, headers included. */
    public long sentBytes(int port, int span) {
        return sent[port][span];
    }

    /** The most bytes that waited at a port in a span. */
    public long peakQueueBytes(int port, int span) {
        return peak[port][span];
    }

    /** The spans of all ports. */
    private record Spans(int spans, long spanNanos, int used, List<long[]> sent, List<long[]> peak) implements Saved {
        @Override
        public Object restored() {
            PortRecorder recorder = new PortRecorder(spans, spanNanos);
            recorder.sent = sent.toArray(long[][]::new);
            recorder.peak = peak.toArray(long[][]::new);
            recorder.used = used;
            return recorder;
        }
    }

    @Override
    public Saved saved() {
        return new Spans(spans, spanNanos, used, List.of(sent), List.of(peak));
    }
}
