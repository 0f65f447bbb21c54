// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.spec.CollectiveType;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * Adds up the times of ops instead of writing them, with the rules of {@link OpWriter}: GPU ops in sequence, one stream
 * per kind of group on which collectives run in order, and kernels slowed down while a collective runs. Times in ns.
 */
final class TimedOps extends OpWriter {
    private static final double PS_PER_NS = 1_000;

    private final CollectiveTimes times;
    private final double slowdown;
    private final double[] busyUntil = new double[Group.values().length];
    private final double[] busy = new double[Group.values().length];
    private final DoubleArrayList ends = new DoubleArrayList();
    private final LongArrayList waits = new LongArrayList();
    private double now;
    private double computed;
    private double exposed;
    private double overlapped;
    private double copying;
    private long lastCollective = -1;

    TimedOps(CollectiveTimes times, ProcessGroups groups, double slowdown) {
        super(new EtGraphBuilder("0.0.4", List.of()), groups, NO_RANK);
        this.times = times;
        this.slowdown = slowdown;
    }

    @Override
    public long compute(String name, Cost cost) {
        arrive();
        double time = cost.time().picoseconds() / PS_PER_NS;
        double beside =
                Math.min(time, Math.max(0, Arrays.stream(busyUntil).max().orElse(0) - now));
        double taken = time + slowdown * beside;
        computed += taken;
        now += taken;
        return onDevice(done(now));
    }

    @Override
    public long host(String name, Time time) {
        return compute(name, Cost.of(time));
    }

    @Override
    public long copy(String name, Time time) {
        copying = Math.max(now, copying) + time.picoseconds() / PS_PER_NS;
        return done(copying);
    }

    @Override
    public long collective(String name, CollectiveType type, Bytes size, Group group) {
        if (alone(group, size)) {
            return last();
        }
        arrive();
        double before = now;
        long id = onDevice(communicate(name, type, size, group));
        double end = ends.getDouble((int) id);
        now = end;
        exposed += now - before;
        return id;
    }

    @Override
    long communicate(String name, CollectiveType type, Bytes size, Group group) {
        double start = Math.max(ready(), busyUntil[group.ordinal()]);
        double time = times.collective(type, size.value(), group, ranksOf(group));
        busyUntil[group.ordinal()] = start + time;
        busy[group.ordinal()] += time;
        overlapped += time;
        lastCollective = done(start + time);
        return lastCollective;
    }

    /** Takes as long as for the most loaded member. */
    @Override
    public long exchange(String name, PairBytes pairs, Bytes buffer, Group group) {
        if (alone(group, buffer)) {
            return -1;
        }
        int members = ranksOf(group);
        long whole = Math.round(pairs.most(members) * (double) members / (members - 1));
        return communicate(name, CollectiveType.ALL_TO_ALL, new Bytes(whole), group);
    }

    @Override
    public void follow(long id) {
        fence(id);
        arrive();
    }

    @Override
    public OpWriter alsoAfter(long id) {
        fence(id);
        return this;
    }

    @Override
    public OpWriter waitForCollectives() {
        fence(lastCollective);
        return this;
    }

    @Override
    void fence(long id) {
        if (id >= 0) {
            waits.add(id);
        }
    }

    /** Advances time to this moment, unless it is already later. */
    void until(double moment) {
        now = Math.max(now, moment);
    }

    /** The end of the last GPU work, except collectives that nothing waited for. */
    double now() {
        return now;
    }

    /** Time of kernels. */
    double computed() {
        return computed;
    }

    /** Time in which the GPU waited for its own collectives. */
    double exposed() {
        return exposed;
    }

    /** Time of all collectives. */
    double communicated() {
        return overlapped;
    }

    /** Time of the collectives of each kind of group, less what continues after the last GPU work. */
    double[] awaited() {
        double[] all = busy.clone();
        for (int group = 0; group < all.length; group++) {
            all[group] -= Math.max(0, busyUntil[group] - now);
        }
        return all;
    }

    /** How long outstanding collectives continue. */
    double tail() {
        return Math.max(0, Arrays.stream(busyUntil).max().orElse(0) - now);
    }

    /** Waits for the dependencies of the next op. */
    void arrive() {
        double moment = ready();
        exposed += moment - now;
        now = moment;
    }

    private double ready() {
        double moment = now;
        for (long id : waits) {
            moment = Math.max(moment, ends.getDouble((int) id));
        }
        waits.clear();
        return moment;
    }

    private long done(double end) {
        ends.add(end);
        return ends.size() - 1L;
    }
}
