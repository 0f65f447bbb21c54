// SPDX-License-Identifier: Apache-2.0
package org.etude.et.host;

import org.etude.link.model.LinkedRank;
import org.etude.trace.model.HostTrace;

/** Classifies host slices by their work, so that durations of the same work can be compared. */
public final class HostKinds {

    private final LinkedRank rank;
    private final HostTimeline host;

    /** Classifies the slices of a timeline. */
    public HostKinds(LinkedRank rank, HostTimeline host) {
        this.rank = rank;
        this.host = host;
    }

    /**
     * The kind of a slice: its operator and the bytes of its tensors; for the remainder of an operator also the
     * preceding operator. Null without an execution trace, which would distinguish large operators from small ones.
     */
    public String of(int slice) {
        int operator = host.operator(slice);
        int owner = host.owner(slice);
        if (owner < 0 || rank.hostIndex(owner) < 0 || rank.trace().host() == null) {
            return null;
        }
        int before = operator >= 0 ? HostTimeline.NONE : before(slice, owner);
        return (operator >= 0 ? "" : "rest ") + describe(owner) + (before < 0 ? "" : " behind " + rank.name(before));
    }

    /**
     * The operator that precedes the rest of another, or NONE. A step's mark contains everything that the program
     * does between operators, and does different work after each of them, so there the rest also follows the
     * preceding operator.
     */
    private int before(int slice, int owner) {
        int last = host.previous(slice);
        if (last < 0 || !HostLines.isStep(rank.name(owner))) {
            return last < 0 ? HostTimeline.NONE : host.operator(last);
        }
        return host.owner(last) == owner ? HostTimeline.NONE : host.owner(last);
    }

    /** Name and bytes; the number in an annotation, such as that of a step, is irrelevant. */
    private String describe(int node) {
        String name = rank.name(node);
        int number = name.length();
        while (number > 0 && Character.isDigit(name.charAt(number - 1))) {
            number--;
        }
        String stem = number > 0 && name.charAt(number - 1) == '#' ? name.substring(0, number) : name;
        int at = rank.hostIndex(node);
        HostTrace trace = rank.trace().host();
        return stem + ' ' + trace.inputBytes(at) + ' ' + trace.outputBytes(at);
    }
}
