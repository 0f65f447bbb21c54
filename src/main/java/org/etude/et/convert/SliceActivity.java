// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.HashMap;
import java.util.Map;
import org.etude.et.graph.EtNames;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.trace.activity.Activity;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.comm.CommNames;
import org.etude.trace.model.EventKind;

/**
 * What a slice of the host's timeline is: on a rank without GPU work the time of operators is the computation, the rest
 * (annotations, calls of collectives, nothing at all) the host's. Where nothing shows the transfers themselves, the calls of collectives
 * are the communication. On a rank with a GPU the host computes nothing.
 */
final class SliceActivity {
    private static final int FAR = 1_000;

    private static final String IDLE = EtNames.GAP + "idle";

    private final LinkedRank rank;
    private final boolean gpu;
    /** Whether anything of the host was recorded. */
    private final boolean host;
    /** Whether something shows the transfers that calls of collectives ask for. */
    private final boolean shown;
    /** By name, whether it is that of a collective's operator. */
    private final Map<String, Boolean> comm = new HashMap<>();
    /** The owner asked for last, as the slices of an operator follow each other, and what was found. */
    private int last = HostTimeline.NONE;

    /** What it says; null for computation. */
    private Activity lastSays = Activity.HOST;

    private final Map<String, String> selfTimes = new HashMap<>();
    private final Map<String, String> gaps = new HashMap<>();

    SliceActivity(LinkedRank rank) {
        this.rank = rank;
        boolean any = false;
        boolean operators = false;
        for (int i = 0; i < rank.size(); i++) {
            any |= rank.kind(i).isGpu();
            operators |= HostTimeline.isOperator(rank, i);
        }
        gpu = any;
        host = operators;
        shown = rank.trace().device() == null || CommEvents.count(rank.trace().device()) > 0;
    }

    /**
     * What a slice must be marked as, or null: on a rank without GPU work where no operator that computes is open, and what stands for
     * a host that was not recorded.
     *
     * @param owner the innermost open operator, or {@link HostTimeline#NONE}
     */
    Activity mark(int owner) {
        if (gpu) {
            return host ? null : Activity.IDLE;
        }
        if (owner != last) {
            last = owner;
            lastSays = marksNow(owner);
        }
        return lastSays;
    }

    /** A backend's work on another thread holds no operator of this one, although a trace may nest it there. */
    private Activity marksNow(int owner) {
        boolean operator = false;
        int node = owner;
        for (int up = 0; node >= 0 && up < FAR; up++) {
            if (rank.kind(node).isComm() || comm.computeIfAbsent(rank.name(node), CommNames::isOperator)) {
                if (rank.lane(node) == rank.lane(owner)) {
                    return shown ? Activity.HOST : Activity.TRANSFER;
                }
                break;
            }
            int event = rank.kind(node) == NodeKind.HOST_OP ? rank.eventIndex(node) : -1;
            operator |= event >= 0 && rank.trace().device().kind(event) == EventKind.CPU_OP;
            node = rank.parent(node);
        }
        return operator ? null : Activity.HOST;
    }

    /** The name of what is left of an operator apart from the ones it calls, or of time between operators. */
    String nameOfRest(int owner) {
        if (owner < 0) {
            return IDLE;
        }
        int event = rank.eventIndex(owner);
        boolean operator = event >= 0 && rank.trace().device().kind(event) == EventKind.CPU_OP;
        return operator
                ? selfTimes.computeIfAbsent(rank.name(owner), name -> EtNames.SELF_TIME + name)
                : gaps.computeIfAbsent(rank.name(owner), name -> EtNames.GAP + name);
    }
}
