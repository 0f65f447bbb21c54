// SPDX-License-Identifier: Apache-2.0
package org.etude.et.host;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.etude.et.graph.EtNames;
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
    /** The threads on which collectives are called, of a rank without GPU work. */
    private final BitSet calling = new BitSet();
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
        for (int i = 0; i < rank.size() && !gpu; i++) {
            if (rank.lane(i) >= 0 && isComm(rank.name(i)) && !CommNames.isHostBackend(rank.name(i))) {
                calling.set(rank.lane(i));
            }
        }
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
     * What a collective's operator calls computes, by the rule of {@link org.etude.trace.activity.HostWork}. A backend's
     * work contains what runs on a thread of its own, not operators of other threads, although a trace may nest them.
     */
    private Activity marksNow(int owner) {
        boolean operator = false;
        int node = owner;
        for (int up = 0; node >= 0 && up < FAR; up++) {
            if (rank.kind(node).isComm() || isComm(rank.name(node))) {
                if (rank.lane(node) == rank.lane(owner) && (!operator || isAlone(node))) {
                    return shown ? Activity.HOST : Activity.TRANSFER;
                }
                break;
            }
            operator |= HostLines.computes(rank, node);
            node = rank.parent(node);
        }
        return operator ? null : Activity.HOST;
    }

    private boolean isComm(String name) {
        return comm.computeIfAbsent(name, CommNames::isOperator);
    }

    /** Whether a node is a backend's work on a thread that calls no collectives. */
    private boolean isAlone(int node) {
        return CommNames.isHostBackend(rank.name(node)) && !calling.get(rank.lane(node));
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
