// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.report.Progress;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * How a scenario is run, as opposed to what it contains.
 *
 * @param fidelity how closely the network is simulated
 * @param compat whether to reproduce ASTRA-sim's behaviour even where it is wrong
 * @param wholeMicros whether {@code duration_micros} takes precedence over Etude's {@code duration_ns}, as in
 *     ASTRA-sim, which reads only the former
 * @param stallFree whether chunks are scheduled so that no stall is possible; see docs/scheduling.md
 * @param queuesPerDim queues per dimension
 * @param injectionScale factor on the endpoint delay
 * @param rendezvous whether a receiver requests each message
 * @param everyDim whether a message that crosses several dimensions pays for each on the analytic network, even for
 *     flat groups
 * @param streams what a rank can send concurrently; see {@link #perGroup()}
 * @param spanning how a group smaller than the job that spans several dimensions communicates; see {@link
 *     #hierarchical()}
 * @param times measured transfer times; empty to simulate messages
 * @param symmetry whether one rank may represent all where the result is provably the same
 * @param kept what is recorded in addition to the figures per rank
 * @param limits when to stop early
 * @param progress receiver of progress reports
 */
@Internal
public record SimOptions(
        Fidelity fidelity,
        boolean compat,
        boolean wholeMicros,
        boolean stallFree,
        int queuesPerDim,
        double injectionScale,
        boolean rendezvous,
        boolean everyDim,
        Streams streams,
        Spanning spanning,
        Optional<TransferTimes> times,
        Symmetry symmetry,
        Set<Recording> kept,
        Limits limits,
        Progress progress) {

    /** Whether one rank may be simulated for all. */
    public enum Symmetry {
        /** Where the result is provably the same; see docs/scheduling.md. */
        AUTO,
        /** Never; but repeating rounds of collectives are still skipped where that is provably exact. */
        OFF,
        /** Never, and no rounds are skipped: every event is simulated individually. */
        EXHAUSTIVE
    }

    /** What a rank can send concurrently. */
    public enum Streams {
        /** One collective or message at a time, as in ASTRA-sim. */
        ONE,
        /**
         * One collective per process group and one message per peer, as NCCL and RCCL give each communicator its own
         * stream. Control dependencies between collectives of different groups, which only order a single stream, are
         * then ignored; data dependencies are kept.
         */
        PER_GROUP
    }

    /** How a process group that is smaller than the job and spans several network dimensions communicates. */
    public enum Spanning {
        /**
         * Dimension by dimension, as NCCL's rings and trees do: within nodes, then between nodes over the network ports
         * of all its ranks, and back. Messages pay for each dimension they cross.
         */
        HIERARCHICAL,
        /**
         * Around a single ring in list order, whose messages pay for the first dimension they cross, as in ASTRA-sim.
         */
        FLAT
    }

    /** What a run can record, one row each. */
    public enum Recording {
        /** Issue, start and end of each node on each rank. */
        OPS,
        /** Each phase of each chunk. */
        COLLECTIVES,
        /** Each message. */
        MESSAGES,
        /** What each port of a packet network sent and queued over time, in 1,024 intervals: 16 KiB per port. */
        PORTS
    }

    /**
     * Limits at which a run stops early; 0 is no limit.
     *
     * @param simulatedNs simulated time in ns
     * @param events number of events
     * @param wallMillis wall-clock time in ms
     * @param heapBytes heap in use, in bytes
     */
    public record Limits(long simulatedNs, long events, long wallMillis, long heapBytes) {
        /** No limits. */
        public static final Limits NONE = new Limits(0, 0, 0, 0);

        private static final double PS_PER_NS = 1e3;

        /** Rejects negative limits. */
        @Internal
        public Limits {
            if (simulatedNs < 0 || events < 0 || wallMillis < 0 || heapBytes < 0) {
                throw new SimulationException(
                        "a limit is negative: " + simulatedNs + " ns, " + events + " events, " + wallMillis + " ms, "
                                + heapBytes + " bytes",
                        "Give more than 0, or 0 for no limit.");
            }
        }

        /** The same with a limit on simulated time: nothing later is simulated. */
        public Limits simulatedTime(Time most) {
            long nanos = (long)
                    Math.ceil(Given.value(most, "the limit on simulated time").picoseconds() / PS_PER_NS);
            return new Limits(
                    Given.atLeast(1, nanos, "the limit on simulated time in ns"), events, wallMillis, heapBytes);
        }

        /** The same with a limit on events, which is reproducible. */
        public Limits events(long most) {
            return new Limits(simulatedNs, Given.atLeast(1, most, "the limit on events"), wallMillis, heapBytes);
        }

        /** The same with a limit on wall-clock time, at least a millisecond. */
        public Limits wallTime(Time most) {
            long millis = (long)
                    Math.ceil(Given.value(most, "the limit on wall-clock time").toMillis());
            return new Limits(
                    simulatedNs, events, Given.atLeast(1, millis, "the limit on wall-clock time in ms"), heapBytes);
        }

        /** The same with a limit on the JVM heap in use after a collection, at most nine tenths of the heap. */
        public Limits memory(Bytes most) {
            return new Limits(
                    simulatedNs,
                    events,
                    wallMillis,
                    Given.atLeast(1, Given.value(most, "the limit on memory").value(), "the limit on memory in bytes"));
        }
    }

    /** Every rank allocates each queue. */
    private static final int MAX_QUEUES = 1 << 12;

    /** Copies and checks. */
    public SimOptions {
        kept = Set.copyOf(kept);
        if (queuesPerDim < 1 || queuesPerDim > MAX_QUEUES) {
            throw new SimulationException("num-queues-per-dim is " + queuesPerDim, "Give 1 to " + MAX_QUEUES + '.');
        }
        if (!(injectionScale >= 0)) {
            throw new SimulationException("injection-scale is " + injectionScale, "Give 0 or more.");
        }
    }

    /** The analytic network, strict, one stream per process group, ops and collectives recorded, no limits. */
    public static SimOptions defaults() {
        return new SimOptions(
                Fidelity.ANALYTIC,
                false,
                false,
                false,
                1,
                1,
                false,
                false,
                Streams.PER_GROUP,
                Spanning.HIERARCHICAL,
                Optional.empty(),
                Symmetry.AUTO,
                Set.of(Recording.OPS, Recording.COLLECTIVES),
                Limits.NONE,
                Progress.NONE);
    }

    /** The same on another network. */
    public SimOptions fidelity(Fidelity value) {
        return with(draft -> draft.fidelity = value);
    }

    /** The same with or without ASTRA-sim's faults and its durations in whole us. */
    public SimOptions compat(boolean value) {
        return with(draft -> {
            draft.compat = value;
            draft.wholeMicros = value;
        });
    }

    /** The same with durations by {@code duration_micros} alone, or by {@code duration_ns} where a node has it. */
    public SimOptions wholeMicros(boolean value) {
        return with(draft -> draft.wholeMicros = value);
    }

    /** The same with or without stall-free scheduling. */
    public SimOptions stallFree(boolean value) {
        return with(draft -> draft.stallFree = value);
    }

    /** The same with other queues, scale and protocol. */
    public SimOptions transport(int queues, double scale, boolean rendezvousProtocol) {
        return with(draft -> {
            draft.queuesPerDim = queues;
            draft.injectionScale = scale;
            draft.rendezvous = rendezvousProtocol;
        });
    }

    /** The same, charging every dimension a message differs in, or only the first. */
    public SimOptions everyDim(boolean value) {
        return with(draft -> draft.everyDim = value);
    }

    /** The same with one communication stream per rank, or one per process group. */
    public SimOptions streams(Streams value) {
        return with(draft -> draft.streams = value);
    }

    /**
     * The same with every collective and message taking the time measured on the target network, regardless of the
     * topology; see {@link org.etude.sim.timed}.
     */
    public SimOptions times(TransferTimes measured) {
        return with(draft -> draft.times = Optional.of(measured));
    }

    /** The same with transfers simulated on the topology instead of taking measured times. */
    public SimOptions withoutTimes() {
        return with(draft -> draft.times = Optional.empty());
    }

    /** The same with groups that communicate dimension by dimension, or around a single ring. */
    public SimOptions spanning(Spanning value) {
        return with(draft -> draft.spanning = value);
    }

    /** The same with ASTRA-sim's rules for streams and groups: one communication stream per rank, flat groups. */
    public SimOptions asReference() {
        return streams(Streams.ONE).spanning(Spanning.FLAT);
    }

    /** Whether each process group has its own stream; never in compat mode. */
    public boolean perGroup() {
        return streams == Streams.PER_GROUP && !compat;
    }

    /** Whether groups communicate dimension by dimension; never in compat mode. */
    public boolean hierarchical() {
        return spanning == Spanning.HIERARCHICAL && !compat;
    }

    /** Whether a message pays for each dimension that it crosses. */
    public boolean paysEveryDim() {
        return everyDim || hierarchical();
    }

    /** The same with or without symmetry reduction. */
    public SimOptions symmetry(Symmetry value) {
        return with(draft -> draft.symmetry = value);
    }

    /** The same, recording only this. */
    public SimOptions record(Recording... what) {
        return with(draft -> draft.kept = Set.of(what));
    }

    /** The same with limits. */
    public SimOptions limits(Limits value) {
        return with(draft -> draft.limits = value);
    }

    /** The same, with progress reports. */
    public SimOptions progress(Progress value) {
        return with(draft -> draft.progress = value);
    }

    private SimOptions with(Consumer<Builder> change) {
        Builder draft = new Builder(this);
        change.accept(draft);
        return draft.finish();
    }

    /** The one place that copies every component. */
    private static final class Builder {
        private Fidelity fidelity;
        private boolean compat;
        private boolean wholeMicros;
        private boolean stallFree;
        private int queuesPerDim;
        private double injectionScale;
        private boolean rendezvous;
        private boolean everyDim;
        private Streams streams;
        private Spanning spanning;
        private Optional<TransferTimes> times;
        private Symmetry symmetry;
        private Set<Recording> kept;
        private Limits limits;
        private Progress progress;

        private Builder(SimOptions of) {
            fidelity = of.fidelity;
            compat = of.compat;
            wholeMicros = of.wholeMicros;
            stallFree = of.stallFree;
            queuesPerDim = of.queuesPerDim;
            injectionScale = of.injectionScale;
            rendezvous = of.rendezvous;
            everyDim = of.everyDim;
            streams = of.streams;
            spanning = of.spanning;
            times = of.times;
            symmetry = of.symmetry;
            kept = of.kept;
            limits = of.limits;
            progress = of.progress;
        }

        private SimOptions finish() {
            return new SimOptions(
                    fidelity,
                    compat,
                    wholeMicros,
                    stallFree,
                    queuesPerDim,
                    injectionScale,
                    rendezvous,
                    everyDim,
                    streams,
                    spanning,
                    times,
                    symmetry,
                    kept,
                    limits,
                    progress);
        }
    }

    public boolean keeps(Recording what) {
        return kept.contains(what);
    }
}
