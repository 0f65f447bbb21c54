// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.flight.FlightEntry.State;

/**
 * Derives the state of records of gloo. It has no events on a GPU, from which PyTorch updates the state, so that every
 * record of it remains scheduled, and retired says that it is over, whether it succeeded or failed (torch 2.13, {@code
 * ProcessGroupGloo.cpp}). It succeeded if no rank of its group stopped before it: with a rank missing a collective fails.
 */
final class HostBackends {
    private static final String GLOO = "gloo:";

    /** The last collective of a rank in a group. */
    private final Map<String, Map<Integer, Long>> last = new HashMap<>();

    private HostBackends(List<FlightDump> dumps) {
        for (FlightDump dump : dumps) {
            for (FlightEntry entry : dump.entries()) {
                if (entry.isMessage()) {
                    continue;
                }
                last.computeIfAbsent(entry.group(), g -> new HashMap<>())
                        .merge(dump.rank(), entry.sequence(), Math::max);
            }
        }
    }

    /** The dumps with the states of such records. O(records times ranks of a group). */
    static List<FlightDump> settled(List<FlightDump> dumps) {
        HostBackends backends = new HostBackends(dumps);
        return dumps.stream().map(backends::settled).toList();
    }

    private FlightDump settled(FlightDump dump) {
        if (dump.entries().stream().noneMatch(HostBackends::isOver)) {
            return dump;
        }
        List<FlightEntry> entries = dump.entries().stream()
                .map(entry -> isOver(entry) && allReached(entry) ? entry.completed() : entry)
                .toList();
        return new FlightDump(dump.rank(), dump.file(), dump.version(), entries, dump.groups());
    }

    private static boolean isOver(FlightEntry entry) {
        return entry.name().startsWith(GLOO) && entry.retired() && entry.state() == State.SCHEDULED;
    }

    private boolean allReached(FlightEntry entry) {
        return entry.isMessage()
                || last.get(entry.group()).values().stream().allMatch(reached -> reached >= entry.sequence());
    }
}
