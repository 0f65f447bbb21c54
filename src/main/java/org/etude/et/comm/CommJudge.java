// SPDX-License-Identifier: Apache-2.0
package org.etude.et.comm;

import org.etude.link.model.Collective;
import org.etude.spec.CollectiveType;

/** Decides which transfers have everything that a simulator needs, and their size in its terms. */
public final class CommJudge {
    /** Whether the transfer can become a communication node. */
    public boolean canSimulate(Collective c) {
        return problem(c).isEmpty();
    }

    /** Why it cannot, or "". */
    public String problem(Collective c) {
        if (c.type() == CollectiveType.UNKNOWN) {
            return "its type is not known";
        }
        if (c.type() == CollectiveType.SEND || c.type() == CollectiveType.RECV) {
            return c.peer() < 0 ? "its peer is not known" : sizeProblem(c);
        }
        if (c.groupRanks().size() == 1 || c.groupSize() == 1 && c.groupRanks().isEmpty()) {
            return "its group has one rank";
        }
        return leavesSizeToRoot(c) ? "" : sizeProblem(c);
    }

    /**
     * Whether only another rank states the size: without an execution trace, a rank that receives from a scatter shows no
     * tensor with an element type. Repair takes the size over from the root.
     */
    public static boolean leavesSizeToRoot(Collective c) {
        return c.type() == CollectiveType.SCATTER && size(c) < 0;
    }

    private static String sizeProblem(Collective c) {
        return size(c) < 0 ? "its size is not known" : "";
    }

    /**
     * Size in bytes in the simulator's sense: the whole buffer of a rank, for an all-gather or gather the part that a
     * rank contributes; -1 when unknown.
     */
    public static long size(Collective c) {
        long in = c.inBytes();
        long out = c.outBytes();
        int ranks = c.groupRanks().isEmpty() ? c.groupSize() : c.groupRanks().size();
        return switch (c.type()) {
            case ALL_GATHER, GATHER -> in >= 0 ? in : ranks > 0 && out >= 0 ? out / ranks : -1;
            // Only the root of a scatter has an input; every rank knows its part.
            case SCATTER -> ranks > 0 && out > 0 ? out * ranks : in;
            case REDUCE_SCATTER -> in >= 0 ? in : ranks > 0 && out >= 0 ? out * ranks : -1;
            case RECV -> out >= 0 ? out : in;
            case BARRIER -> Math.max(0, in);
            default -> in >= 0 ? in : out;
        };
    }
}
