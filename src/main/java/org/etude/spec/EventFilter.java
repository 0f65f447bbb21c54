// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.unit.Time;

/**
 * Selects a part of a recording. Empty or null components do not restrict it.
 *
 * @param ranks these ranks
 * @param streams GPU work on these streams; host events are kept
 * @param name events whose name contains this text, ignoring case, together with everything they call or launch and the
 *     calls that enclose them
 * @param from events that begin at this time after the first event of any rank, or later
 * @param to events that begin before this time
 */
public record EventFilter(List<Integer> ranks, List<Integer> streams, String name, Time from, Time to) {
    /** Copies the lists and lower-cases the name. */
    @Internal
    public EventFilter {
        ranks = List.copyOf(ranks);
        streams = List.copyOf(streams);
        name = name == null ? "" : name.toLowerCase(Locale.ROOT);
        if (from != null && to != null && to.picoseconds() <= from.picoseconds()) {
            throw new IllegalArgumentException("the filter's end " + to + " is not after its start " + from);
        }
    }

    /** Everything. */
    public static EventFilter all() {
        return new EventFilter(List.of(), List.of(), "", null, null);
    }

    /** Only these ranks. */
    public EventFilter ranks(int... only) {
        return new EventFilter(list(Given.value(only, "the numbers")), streams, name, from, to);
    }

    /** GPU work on these streams only. */
    public EventFilter streams(int... only) {
        return new EventFilter(ranks, list(Given.value(only, "the numbers")), name, from, to);
    }

    /** Only events whose name contains a text, with everything they call and launch. */
    public EventFilter name(String part) {
        return new EventFilter(ranks, streams, Given.value(part, "the part of a name"), from, to);
    }

    /** Only events that begin at this time after the first event, or later. */
    public EventFilter from(Time start) {
        return new EventFilter(ranks, streams, name, Given.value(start, "the start"), to);
    }

    /** Only events that begin before this time after the first event. */
    public EventFilter to(Time end) {
        return new EventFilter(ranks, streams, name, from, Given.value(end, "the end"));
    }

    private static List<Integer> list(int... numbers) {
        List<Integer> list = new ArrayList<>();
        for (int number : numbers) {
            list.add(number);
        }
        return list;
    }
}
