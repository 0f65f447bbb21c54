// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import org.etude.link.model.LinkedRank;
import org.etude.trace.model.HostTrace;

/** Names what slices of the host do, so that durations of the same work can be compared. */
final class HostKinds {
    private final LinkedRank rank;
    private final HostTimeline host;

    HostKinds(LinkedRank rank, HostTimeline host) {
        this.rank = rank;
        this.host = host;
    }

    /**
     * What a slice does, by the operator and the bytes of its tensors; for the rest of one also by the operator behind which it
     * goes on. Null without an execution trace, as nothing then tells large operators from small ones.
     */
    String of(int slice) {
        int operator = host.operator(slice);
        int owner = host.owner(slice);
        if (owner < 0 || rank.hostIndex(owner) < 0 || rank.trace().host() == null) {
            return null;
        }
        int before = slice == 0 || operator >= 0 ? -1 : host.operator(slice - 1);
        return (operator >= 0 ? "" : "rest ") + describe(owner) + (before < 0 ? "" : " behind " + rank.name(before));
    }

    /** Name and bytes; the number of an annotation, such as that of a step, says nothing about what it does. */
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
