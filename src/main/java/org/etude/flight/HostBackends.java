// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.etude.flight.FlightEntry.State;

/**
 * Derives the state of records without events on a GPU, from which PyTorch updates the state: those of gloo (torch 2.13,
 * {@code ProcessGroupGloo.cpp}), and those of any backend that the hook of a process group records ({@code
 * hooks/FlightRecorderHook.cpp}). Each of them remains scheduled, and retired says that it is over, whether it succeeded or failed.
 * It succeeded if no rank of its group stopped before it: with a rank missing a collective fails. A group's records are
 * the hook's where its counters know a completed collective, but no record was ever seen to start or complete.
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
        Set<String> hooked = hooked(dump);
        if (dump.entries().stream().noneMatch(entry -> isOver(entry, hooked))) {
            return dump;
        }
        List<FlightEntry> entries = dump.entries().stream()
                .map(entry -> isOver(entry, hooked) && allReached(entry) ? entry.completed() : entry)
                .toList();
        return new FlightDump(dump.rank(), dump.file(), dump.version(), entries, dump.groups(), dump.progress());
    }

    /** Groups of a rank of which the hook records. */
    private static Set<String> hooked(FlightDump dump) {
        Set<String> groups = new HashSet<>();
        dump.progress().forEach((group, progress) -> {
            if (progress.completed() >= 0) {
                groups.add(group);
            }
        });
        dump.entries().stream()
                .filter(entry -> entry.state() != State.SCHEDULED)
                .forEach(entry -> groups.remove(entry.group()));
        return groups;
    }

    private static boolean isOver(FlightEntry entry, Set<String> hooked) {
        boolean without = entry.name().startsWith(GLOO) || hooked.contains(entry.group());
        return without && entry.retired() && entry.state() == State.SCHEDULED;
    }

    private boolean allReached(FlightEntry entry) {
        return entry.isMessage()
                || last.get(entry.group()).values().stream().allMatch(reached -> reached >= entry.sequence());
    }
}
