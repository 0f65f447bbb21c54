// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.etude.spec.SimOptions;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/** Enforces the limits of a run. */
final class RunLimits {
    private static final String LIMIT = "limit of ";
    private static final long PS_PER_NS = 1_000;
    /** The maximum share of run time spent on forced garbage collections, as one in this many. */
    private static final int COLLECTING_SHARE = 10;

    private final SimOptions.Limits limits;
    private final Runtime runtime;
    private final long heapBytes;
    private long collectAfterNanos;

    /** Creates the limits of a run in this JVM; memory is capped by the JVM's maximum. */
    RunLimits(SimOptions.Limits limits, Runtime runtime) {
        this.limits = limits;
        this.runtime = runtime;
        // Above the JVM's maximum, an error would occur before the limit is reached.
        heapBytes = Math.min(limits.heapBytes(), runtime.maxMemory() / 10 * 9);
    }

    /** Whether a run was stopped by a limit. */
    public static boolean reached(String stopped) {
        return stopped.startsWith(LIMIT);
    }

    public boolean boundsTime() {
        return limits.simulatedNs() > 0;
    }

    /** The last tick to which the clock may leap over events; none when events are limited. */
    public long lastLeap() {
        if (limits.events() > 0) {
            return 0;
        }
        return boundsTime() ? limits.simulatedNs() : Long.MAX_VALUE;
    }

    /** Whether an event lies beyond the limit of simulated time. */
    public boolean ends(long tick) {
        return tick != Long.MAX_VALUE && tick > limits.simulatedNs();
    }

    public String ofTime() {
        return LIMIT + new Time(Math.multiplyExact(limits.simulatedNs(), PS_PER_NS)) + " of simulated time";
    }

    /** The number of events after which to check again; never beyond the limit of events. */
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

    /**
     * Whether live data, not garbage, fills the heap. Only a collection can tell; the time spent on them is bounded.
     */
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
