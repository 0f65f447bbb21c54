// SPDX-License-Identifier: Apache-2.0
package org.etude.et.host;

import java.util.HashMap;
import java.util.Map;
import org.etude.et.graph.EtNames;
import org.etude.link.model.BackendCalls;
import org.etude.link.model.LinkedRank;
import org.etude.trace.activity.Activity;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.comm.CommNames;

/**
 * Classifies slices of the host timeline. On a rank without GPU work the time of operators is computation; the rest
 * (annotations, calls of collectives, idle time) is host time. If the transfers themselves were not recorded, calls of
 * collectives are communication. On a rank with GPU work the host computes nothing.
 */
public final class SliceActivity {
    private static final int FAR = 1_000;

    private final LinkedRank rank;
    private final boolean gpu;
    /** Whether anything of the host was recorded. */
    private final boolean host;
    /** Whether the transfers requested by calls of collectives were recorded. */
    private final boolean shown;
    /** By name, whether it denotes a collective's operator. */
    private final Map<String, Boolean> comm = new HashMap<>();
    /** The last owner examined and its result, because the slices of an operator are adjacent. */
    private int last = HostTimeline.NONE;

    /** Its activity; null for computation. */
    private Activity lastSays = Activity.HOST;

    /** The last owner named and its rest. */
    private int lastNamed = HostTimeline.NONE;

    private String lastRest = EtNames.BETWEEN;

    private final Map<String, String> selfTimes = new HashMap<>();
    private final Map<String, String> rests = new HashMap<>();

    /** Looks at what was recorded of a rank. Linear in the nodes. */
    public SliceActivity(LinkedRank rank) {
        this.rank = rank;
        boolean any = false;
        boolean operators = false;
        for (int i = 0; i < rank.size() && !(any && operators); i++) {
            any |= rank.kind(i).isGpu();
            operators |= rank.takesHostTime(i);
        }
        gpu = any;
        host = operators;
        shown = rank.trace().device() == null || CommEvents.count(rank.trace().device()) > 0;
    }

    /**
     * The activity with which a slice must be marked, or null: on a rank without GPU work if no computing operator is
     * open, and for placeholders of an unrecorded host.
     *
     * @param owner the innermost open operator, or {@link HostTimeline#NONE}
     */
    public Activity mark(int owner) {
        if (gpu) {
            return host ? null : Activity.IDLE;
        }
        if (owner != last) {
            last = owner;
            lastSays = marksNow(owner);
        }
        return lastSays;
    }

    /**
     * A backend's work on another thread does not contain operators of this thread, although a trace may nest them. Nor
     * does its work on the thread that called it contain what that thread does after the call.
     */
    private Activity marksNow(int owner) {
        boolean operator = false;
        int node = owner;
        for (int up = 0; node >= 0 && up < FAR; up++) {
            if (rank.kind(node).isComm() || comm.computeIfAbsent(rank.name(node), CommNames::isOperator)) {
                if (rank.lane(node) == rank.lane(owner) && !isBehindCall(node, owner)) {
                    return shown ? Activity.HOST : Activity.TRANSFER;
                }
                break;
            }
            operator |= HostLines.computes(rank, node);
            node = rank.parent(node);
        }
        return operator ? null : Activity.HOST;
    }

    private boolean isBehindCall(int transfer, int owner) {
        int call = BackendCalls.of(rank, transfer);
        return call >= 0 && rank.startNanos(owner) >= rank.startNanos(call) + rank.durationNanos(call);
    }

    /** The name of an operator's self time, or of time between operators. */
    public String nameOfRest(int owner) {
        if (owner < 0) {
            return EtNames.BETWEEN;
        }
        if (owner != lastNamed) {
            lastNamed = owner;
            lastRest = rest(owner);
        }
        return lastRest;
    }

    private String rest(int owner) {
        return HostLines.computes(rank, owner)
                ? selfTimes.computeIfAbsent(rank.name(owner), name -> EtNames.SELF_TIME + name)
                : rests.computeIfAbsent(rank.name(owner), name -> EtNames.REST + name);
    }
}
