// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.List;

/** The edits to the calls of one group for a class of ranks, in the group's order. */
public final class ClassPlan {
    private final List<Step> steps = new ArrayList<>();
    private boolean structural;
    private boolean busy;

    /** What to do with a call. */
    public enum Kind {
        /** Keep it in place, with the given type and size. */
        KEEP,
        /** Remove it. */
        DROP,
        /** Remove it and insert it again here. */
        MOVE,
        /** Insert a copy of another rank's call. */
        INSERT
    }

    /**
     * One step.
     *
     * @param kind what to do
     * @param call number of the call, -1 for INSERT
     * @param type type to have, {@link Calls#UNKNOWN} to leave it
     * @param size bytes to have, {@link Calls#UNKNOWN} to leave them
     * @param copied the other rank's call for INSERT, else null
     * @param reason why
     */
    public record Step(Kind kind, int call, int type, long size, CallSource copied, String reason) {}

    /** Adds a step of a rank with these calls. */
    public void add(Step step, Calls calls) {
        steps.add(step);
        structural |= step.kind != Kind.KEEP;
        busy |= step.kind != Kind.KEEP
                || step.type != Calls.UNKNOWN && step.type != calls.type(step.call)
                || step.size != Calls.UNKNOWN && step.size != calls.size(step.call);
    }

    /** The steps in the group's order. */
    public List<Step> steps() {
        return steps;
    }

    /** Whether calls are inserted, dropped or moved. */
    boolean isStructural() {
        return structural;
    }

    /** Whether it changes anything. */
    public boolean isBusy() {
        return busy;
    }
}
