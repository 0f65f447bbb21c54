// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.etude.spec.SimOptions;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/** The limits of a run while it runs. */
final class RunLimits {
    private static final String LIMIT = "limit of ";
    private static final long PS_PER_NS = 1_000;
    /** The share of the time that looking for garbage may take, as one in so many. */
    private static final int COLLECTING_SHARE = 10;

    private final SimOptions.Limits limits;
    private final Runtime runtime;
    private final long heapBytes;
    private long collectAfterNanos;

    /** Limits of a run in this JVM; memory is bounded by what the JVM may use. */
    RunLimits(SimOptions.Limits limits, Runtime runtime) {
        this.limits = limits;
        this.runtime = runtime;
        // Beyond what the JVM may use an error would come before the limit.
        heapBytes = Math.min(limits.heapBytes(), runtime.maxMemory() / 10 * 9);
    }

    /** Whether a reason of stopping is a limit. */
    public static boolean reached(String stopped) {
        return stopped.startsWith(LIMIT);
    }

    public boolean boundsTime() {
        return limits.simulatedNs() > 0;
    }

    /** The last tick to which the clock may leap over events: none when events are counted. */
    public long lastLeap() {
        if (limits.events() > 0) {
            return 0;
        }
        return boundsTime() ? limits.simulatedNs() : Long.MAX_VALUE;
    }

    /** Whether an event lies beyond the simulated time. */
    public boolean ends(long tick) {
        return tick != Long.MAX_VALUE && tick > limits.simulatedNs();
    }

    public String ofTime() {
        return LIMIT + new Time(Math.multiplyExact(limits.simulatedNs(), PS_PER_NS)) + " of simulated time";
    }

    /** After how many events to look again: not after the limit of events. */
    public long nextLook(long events) {
        return limits.events() > 0 ? Math.min(events, limits.events()) : events;
    }

    /** The limit that is reached, or "". */
    public String reached(long events, long wallNanos) {
        if (limits.events() > 0 && events >= limits.events()) {
            return String.format(Locale.ROOT, "%s%,d events", LIMIT, limits.events());
        }
        if (limits.wallMillis() > 0 && wallNanos >= TimeUnit.MILLISECONDS.toNanos(limits.wallMillis())) {
            return LIMIT + Time.ms(limits.wallMillis()) + " of real time";
        }
        if (heapBytes > 0 && used() >= heapBytes && full(wallNanos)) {
            return LIMIT + new Bytes(heapBytes) + " of memory";
        }
        return "";
    }

    /** Whether it is no garbage that fills the heap; a collection tells, which must not take long for long. */
    private boolean full(long wallNanos) {
        if (wallNanos < collectAfterNanos) {
            return false;
        }
        long begun = System.nanoTime();
        System.gc();
        collectAfterNanos = wallNanos + COLLECTING_SHARE * (System.nanoTime() - begun);
        return used() >= heapBytes;
    }

    private long used() {
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
