// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.etude.report.Inside;
import org.etude.report.Progress;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * How a scenario is run, apart from what it is.
 *
 * @param fidelity how closely the network is simulated
 * @param compat whether to do what ASTRA-sim does even where it is wrong
 * @param wholeMicros whether {@code duration_micros} wins over our {@code duration_ns}, as in ASTRA-sim, which reads no other
 * @param stallFree whether chunks are scheduled so that no stall is possible; see docs/scheduling.md
 * @param queuesPerDim queues each dimension has
 * @param injectionScale factor on the endpoint delay
 * @param rendezvous whether a receiver asks for each message
 * @param everyDim whether a message that differs in several dimensions pays for each on the analytic network, also where groups
 *     are flat
 * @param streams what a rank can send at once; see {@link #perGroup()}
 * @param spanning how a group smaller than the job that lies in several dimensions exchanges; see {@link #hierarchical()}
 * @param times what transfers take as measured; empty to simulate their messages
 * @param symmetry whether one rank may represent all where that is proven to give the same result
 * @param kept what is kept besides the ranks' figures
 * @param limits when to stop early
 * @param progress who watches
 */
@Inside
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

    /** Whether one rank is simulated for all. */
    public enum Symmetry {
        /** Where it is proven to give the same result; see docs/scheduling.md. */
        AUTO,
        /** Never; rounds of collectives in which all do the same again are skipped where that is proven, too. */
        OFF,
        /** Never, nor is a round skipped: every event is simulated by itself. */
        SINGLY
    }

    /** What a rank can send at once. */
    public enum Streams {
        /** One collective or message at a time, as in ASTRA-sim. */
        ONE,
        /**
         * One collective of each process group, and one message to each peer, as NCCL and RCCL give each communicator a stream
         * of its own. A control dependency between collectives of different groups, which is there to keep a single stream in
         * order, then holds nothing back; data dependencies do.
         */
        PER_GROUP
    }

    /** How a process group smaller than the job whose ranks lie in several dimensions of the network exchanges. */
    public enum Spanning {
        /**
         * Dimension by dimension, as NCCL's rings and trees do: inside the nodes, then between nodes over the network ports of
         * all its ranks, and back. Messages pay for each dimension they cross.
         */
        HIERARCHICAL,
        /** Round one ring in list order, whose messages pay for the first dimension they cross, as in ASTRA-sim. */
        FLAT
    }

    /** What a run can keep, one row each. */
    public enum Recording {
        /** Issue, start and end of each node on each rank. */
        OPS,
        /** Each phase of each chunk. */
        COLLECTIVES,
        /** Each message. */
        MESSAGES,
        /** What each port of a packet network sent and queued over time: 1,024 spans of time, 16 KiB per port. */
        PORTS
    }

    /**
     * When a run stops with what it has; 0 is no limit.
     *
     * @param simulatedNs simulated time
     * @param events events
     * @param wallMillis real time in ms
     * @param heapBytes memory in use
     */
    public record Limits(long simulatedNs, long events, long wallMillis, long heapBytes) {
        /** No limits. */
        public static final Limits NONE = new Limits(0, 0, 0, 0);

        private static final double PS_PER_NS = 1e3;

        /** Refuses negative limits. */
        public Limits {
            if (simulatedNs < 0 || events < 0 || wallMillis < 0 || heapBytes < 0) {
                throw new SimulationException(
                        "a limit is negative: " + simulatedNs + " ns, " + events + " events, " + wallMillis + " ms, "
                                + heapBytes + " bytes",
                        "Give more than 0, or 0 for no limit.");
            }
        }

        /** The same with a limit of simulated time: nothing later than that happens. */
        public Limits simulatedTime(Time most) {
            return new Limits((long) Math.ceil(most.picoseconds() / PS_PER_NS), events, wallMillis, heapBytes);
        }

        /** The same with a limit of events, which depends on nothing but the input. */
        public Limits events(long most) {
            return new Limits(simulatedNs, most, wallMillis, heapBytes);
        }

        /** The same with a limit of real time, at least a millisecond. */
        public Limits wallTime(Time most) {
            return new Limits(simulatedNs, events, (long) Math.ceil(most.toMillis()), heapBytes);
        }

        /** The same with a limit of the JVM's heap in use after a collection; nine tenths of the heap at most. */
        public Limits memory(Bytes most) {
            return new Limits(simulatedNs, events, wallMillis, most.value());
        }
    }

    /** Every rank has each queue. */
    private static final int MOST_QUEUES = 1 << 12;

    /** Copies and checks. */
    public SimOptions {
        kept = Set.copyOf(kept);
        if (queuesPerDim < 1 || queuesPerDim > MOST_QUEUES) {
            throw new SimulationException("num-queues-per-dim is " + queuesPerDim, "Give 1 to " + MOST_QUEUES + '.');
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

    /** The same with ASTRA-sim's faults and its durations in whole us, or without both. */
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

    /** The same with scheduling that cannot stall, or without. */
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
     * The same with every collective and message taking the time measured on the network to predict, whatever the topology
     * says; see {@link org.etude.sim.timed}.
     */
    public SimOptions times(TransferTimes measured) {
        return with(draft -> draft.times = Optional.of(measured));
    }

    /** The same with transfers simulated on the topology and not taken as measured. */
    public SimOptions withoutTimes() {
        return with(draft -> draft.times = Optional.empty());
    }

    /** The same with groups that exchange dimension by dimension, or round one ring. */
    public SimOptions spanning(Spanning value) {
        return with(draft -> draft.spanning = value);
    }

    /** The same by the rules that ASTRA-sim has for streams and groups: one communication stream per rank, flat groups. */
    public SimOptions asReference() {
        return streams(Streams.ONE).spanning(Spanning.FLAT);
    }

    /** Whether each process group has a stream; never in compat, which does what ASTRA-sim does. */
    public boolean perGroup() {
        return streams == Streams.PER_GROUP && !compat;
    }

    /** Whether groups exchange dimension by dimension; never in compat, which does what ASTRA-sim does. */
    public boolean hierarchical() {
        return spanning == Spanning.HIERARCHICAL && !compat;
    }

    /** Whether a message pays for each dimension that it crosses. */
    public boolean paysEveryDim() {
        return everyDim || hierarchical();
    }

    /** The same, folded where that is proven right, or never. */
    public SimOptions symmetry(Symmetry value) {
        return with(draft -> draft.symmetry = value);
    }

    /** The same keeping only this. */
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

    private SimOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.finish();
    }

    /** The one place that copies every component. */
    private static final class Draft {
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

        private Draft(SimOptions of) {
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
