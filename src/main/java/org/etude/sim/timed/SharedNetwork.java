// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.timed;

import java.util.PriorityQueue;
import org.etude.spec.TransferTimes;

/**
 * A network on which all transfers take longer the more ranks send at once, by the factor of {@link TransferTimes#crowding}. It
 * has a clock of its own, which is slower than the run's by that factor: on it transfers take as long as alone, and whenever a
 * transfer begins or ends, the pace of the clock changes for all others. Logarithmic cost per change.
 */
public final class SharedNetwork implements TimedTransfers.Run {
    /** Calls {@link #due} later. */
    public interface Alarm {
        /** In this many ns of the run's clock, with this number. */
        void in(long delayNs, long number);
    }

    /**
     * What happens at a time of the network's clock, in ns: ranks begin or end to send, or with a node (0 or more) a rank's node
     * ends.
     */
    private record Change(long at, long number, int senders, int rank, int node) implements Comparable<Change> {
        @Override
        public int compareTo(Change other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(number, other.number);
        }
    }

    /** Times of transfers whose ranks send without crowding each other. */
    private record TimesAlone(TransferTimes times) implements TransferTimes {
        @Override
        public Answer of(String type, int ranks, long bytes, String backend) {
            Answer answer = times.of(type, ranks, bytes, backend);
            double factor = times.crowding(senders(type, ranks));
            return new Answer(
                    alone(answer.nanos(), factor),
                    alone(answer.earlyNanos(), factor),
                    alone(answer.togetherNanos(), factor),
                    answer.skewNanos(),
                    answer.inferredFrom());
        }

        private static long alone(long nanos, double factor) {
            return Math.round(nanos / factor);
        }

        @Override
        public String digest() {
            return times.digest();
        }
    }

    private final TransferTimes times;
    private final TimedTransfers.Run run;
    private final Alarm alarm;
    private final PriorityQueue<Change> changes = new PriorityQueue<>();
    private int senders;
    private double clock;
    private long since;
    private double factor = 1;
    private long changed;
    private long planned;

    /** Creates the network of a run, which begins now. */
    public SharedNetwork(TransferTimes times, TimedTransfers.Run run, Alarm alarm) {
        this.times = times;
        this.run = run;
        this.alarm = alarm;
        this.since = run.now();
        this.clock = since;
    }

    /** The transfers of the run, on this network's clock. */
    public TimedTransfers transfers() {
        return new TimedTransfers(new TimesAlone(times), this);
    }

    /** How many ranks send at once in a transfer: only one link is busy when one rank sends to all or all send to one. */
    static int senders(String type, int ranks) {
        return switch (type) {
            case TransferTimes.MESSAGE, "broadcast", "scatter", "gather" -> 1;
            default -> ranks;
        };
    }

    /** The time of the network's clock in ns. */
    @Override
    public long now() {
        clock += (run.now() - since) / factor;
        since = run.now();
        return Math.round(clock);
    }

    @Override
    public void carry(long from, long to, int ranks) {
        long now = now();
        changes.add(new Change(now + from, changed++, ranks, 0, -1));
        changes.add(new Change(now + to, changed++, -ranks, 0, -1));
        settle();
    }

    @Override
    public void end(int rank, int node, long delayNs) {
        changes.add(new Change(now() + delayNs, changed++, 0, rank, node));
        settle();
    }

    @Override
    public void met(int rank, int node) {
        run.met(rank, node);
    }

    @Override
    public void inferred(String what, String from) {
        run.inferred(what, from);
    }

    /** An alarm rings; it is valid only if nothing has changed since it was set. */
    public void due(long number) {
        if (number == planned) {
            settle();
        }
    }

    /** Makes the changes that are due and sets the alarm for the next one. */
    private void settle() {
        long now = now();
        while (!changes.isEmpty() && changes.peek().at <= now) {
            Change change = changes.remove();
            senders += change.senders;
            if (change.node >= 0) {
                run.end(change.rank, change.node, 0);
            }
        }
        factor = times.crowding(senders);
        if (!changes.isEmpty()) {
            alarm.in((long) Math.ceil(Math.max(0, changes.peek().at - clock) * factor), ++planned);
        }
    }
}
