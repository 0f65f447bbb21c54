// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtNode;

/** The edits to the calls of one group for a class of ranks, in the group's order. */
final class ClassPlan {
    private final List<Step> steps = new ArrayList<>();
    private boolean structural;
    private boolean busy;

    /** What to do with a call. */
    enum Kind {
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
     * @param copied the other rank's node for INSERT, else null
     * @param reason why
     */
    record Step(Kind kind, int call, int type, long size, EtNode copied, String reason) {}

    void add(Step step, Calls calls) {
        steps.add(step);
        structural |= step.kind != Kind.KEEP;
        busy |= step.kind != Kind.KEEP
                || step.type != Calls.UNKNOWN && step.type != calls.type(step.call)
                || step.size != Calls.UNKNOWN && step.size != calls.size(step.call);
    }

    List<Step> steps() {
        return steps;
    }

    /** Whether calls are inserted, dropped or moved. */
    boolean isStructural() {
        return structural;
    }

    /** Whether it changes anything. */
    boolean isBusy() {
        return busy;
    }
}
