// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.etude.calibrate.CollectiveTiming;
import org.etude.spec.CollectiveType;
import org.etude.spec.TransferTimes;

/** Collects what one benchmark run states about itself while it is read. */
final class BenchRun {
    /** Where each rank ran: group (colour of NCCL_TESTS_SPLIT) and host. */
    private record Device(int group, String host) {}

    private final Map<Integer, Device> devices = new TreeMap<>();
    private final List<BenchRow> rows = new ArrayList<>();
    /** For each row of a table, the cells before the times. */
    private final Set<List<String>> timed = new HashSet<>();

    private String type = "";
    private String typeFrom = "";
    private int perProcess;
    private int iterations;
    private int statedRanks;
    private int statedNodes;
    private String ranksFrom = "";
    private boolean copied;
    private boolean repeated;
    private boolean overlapping;

    /** The collective named by a program, such as {@code ./build/all_reduce_perf}, or directly. */
    static String typeOf(String name) {
        String base = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
                .strip()
                .toLowerCase(Locale.ROOT);
        base = base.endsWith(".exe") ? base.substring(0, base.length() - 4) : base;
        return CollectiveTiming.typeOf(base.endsWith("_perf") ? base.substring(0, base.length() - 5) : base);
    }

    /** Whether a name is one of a collective or message. */
    static boolean isType(String name) {
        String found = typeOf(name);
        return found.equals(TransferTimes.MESSAGE)
                || CollectiveType.named(found).isPresent();
    }

    void type(String name, String where) {
        type = typeOf(name);
        typeFrom = where;
    }

    String type() {
        return type;
    }

    String typeFrom() {
        return typeFrom;
    }

    /** Ranks of one process: threads times GPUs per thread. */
    void perProcess(int ranks) {
        perProcess = Math.max(1, ranks);
    }

    void iterations(int count) {
        iterations = count;
    }

    int iterations() {
        return iterations;
    }

    void device(int rank, int group, String host) {
        copied |= devices.put(rank, new Device(group, host)) != null;
    }

    /** Marks that several copies of the benchmark wrote concurrently, each with its own ranks. */
    void copied() {
        copied = true;
    }

    /** Marks that another run had started and not ended: it was truncated, or its rows are mixed with these. */
    void overlaps() {
        overlapping = true;
    }

    /** Adds a row of a table, given the cells before its times. */
    void row(List<String> cells) {
        repeated |= !timed.add(List.copyOf(cells));
    }

    /** Whether several copies wrote concurrently: they stated it, or overlapped and timed the same sizes twice. */
    boolean isCopied() {
        return copied || overlapping && repeated;
    }

    /** Sets a group size, and nodes unless 0, that the file states explicitly. */
    void ranks(int count, int nodes, String where) {
        statedRanks = count;
        statedNodes = nodes;
        ranksFrom = where;
    }

    void add(BenchRow row) {
        rows.add(row);
    }

    List<BenchRow> rows() {
        return rows;
    }

    boolean isBegun() {
        return !rows.isEmpty() || !devices.isEmpty();
    }

    /** How many communicators ran at the same time. */
    int groups() {
        return (int) Math.max(
                1, devices.values().stream().map(Device::group).distinct().count());
    }

    /** Whether the communicators that ran at the same time have the same size. */
    boolean groupsAreEqual() {
        return devices.values().stream()
                        .map(Device::group)
                        .distinct()
                        .map(this::inGroup)
                        .distinct()
                        .count()
                <= 1;
    }

    private long inGroup(int group) {
        return devices.values().stream().filter(d -> d.group == group).count();
    }

    /**
     * Ranks of one communicator as stated in the file, or 0. A process lists only its first device (JSON), or as many
     * as fit in 2 KiB (text), so the ranks are those of whole processes.
     */
    int ranks() {
        if (statedRanks > 0) {
            return statedRanks;
        }
        if (devices.isEmpty()) {
            return perProcess > 1 ? perProcess : 0;
        }
        int last = devices.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
        int each = Math.max(1, perProcess);
        return (last / each + 1) * each / groups();
    }

    /** Whether the group size is a guess: that of one process, of which there may be several. */
    boolean ranksOfOneProcess() {
        return statedRanks == 0 && devices.isEmpty() && perProcess > 1;
    }

    String ranksFrom() {
        return !ranksFrom.isEmpty() ? ranksFrom : devices.isEmpty() ? "nThread x nGpus" : "its list of devices";
    }

    /** Hosts with the devices they list, of the first communicator. */
    Map<String, Integer> hosts() {
        int first = devices.values().stream().mapToInt(Device::group).min().orElse(0);
        Map<String, Integer> hosts = new TreeMap<>();
        devices.values().stream().filter(d -> d.group == first).forEach(d -> hosts.merge(d.host, 1, Integer::sum));
        return hosts;
    }

    /** Number of nodes of the ranks, or 0 when the file does not state it. */
    int nodes() {
        return statedNodes > 0 ? statedNodes : hosts().size();
    }
}
