// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.trace.file.TraceChoice;

/** Assembles the files by rank and reports what is missing or inconsistent. */
final class RankAssembly {
    private static final int SHOWN = 8;

    private final TreeMap<Integer, LoadedFile> hosts = new TreeMap<>();
    private final TreeMap<Integer, LoadedFile> devices = new TreeMap<>();
    private final List<Finding> findings = new ArrayList<>();
    private int worldSize;

    /** Assembles these files, in their order. */
    RankAssembly(List<LoadedFile> files) {
        List<LoadedFile> loose = new ArrayList<>();
        for (LoadedFile file : files) {
            int rank = rank(file);
            if (rank < 0) {
                loose.add(file);
            } else {
                put(file, rank);
            }
        }
        // file.10 comes after file.9, whatever their order in the directory.
        loose.sort(
                (a, b) -> TraceChoice.natural(a.source().display(), b.source().display()));
        for (LoadedFile file : loose) {
            put(file, guess(file));
        }
        world();
        missing();
        for (int rank : hosts.keySet()) {
            process(rank);
        }
    }

    /** The name takes precedence over the content. */
    private int rank(LoadedFile file) {
        int inside = file.device() == null ? -1 : file.device().header().rank();
        int named = file.name().rank();
        if (named >= 0 && inside >= 0 && named != inside) {
            add(
                    Level.WARNING,
                    named,
                    file.source().display(),
                    "the name states rank " + named + ", distributedInfo states rank " + inside,
                    "the file was renamed or recorded with a wrong RANK",
                    "the name takes precedence; rename the file if that is wrong");
        }
        return named >= 0 ? named : inside;
    }

    private void put(LoadedFile file, int rank) {
        TreeMap<Integer, LoadedFile> map = file.device() != null ? devices : hosts;
        LoadedFile there = map.putIfAbsent(rank, file);
        if (there != null) {
            add(
                    Level.WARNING,
                    rank,
                    file.source().display(),
                    "a further file of this rank and kind",
                    there.source().display() + " was taken",
                    "skipped; name a file to load it");
            return;
        }
        if (file.name().kind() != null && file.name().kind() != file.kind()) {
            add(
                    Level.WARNING,
                    rank,
                    file.source().display(),
                    "holds " + file.kind().text() + " although its name suggests "
                            + file.name().kind().text(),
                    "the content of a file decides its kind",
                    "used by its content");
        }
        for (Finding row : file.findings()) {
            findings.add(new Finding(row.level(), row.stage(), rank, row.where(), row.what(), row.why(), row.effect()));
        }
    }

    /** Guesses by the process that wrote it; otherwise the first rank that lacks such a file. */
    private int guess(LoadedFile file) {
        TreeMap<Integer, LoadedFile> same = file.device() != null ? devices : hosts;
        TreeMap<Integer, LoadedFile> other = file.device() != null ? hosts : devices;
        for (var entry : other.entrySet()) {
            if (!same.containsKey(entry.getKey()) && sharesProcess(file, entry.getValue())) {
                add(
                        Level.INFO,
                        entry.getKey(),
                        file.source().display(),
                        "neither name nor content states the rank",
                        "its process wrote " + entry.getValue().source().display() + " too",
                        "taken as rank " + entry.getKey());
                return entry.getKey();
            }
        }
        for (var entry : same.entrySet()) {
            if (sharesProcess(file, entry.getValue())) {
                return entry.getKey(); // a copy: put() reports it
            }
        }
        int rank = 0;
        while (same.containsKey(rank)) {
            rank++;
        }
        add(
                Level.WARNING,
                rank,
                file.source().display(),
                "neither name nor content states the rank",
                "taken as rank " + rank + ", the first without such a file",
                "name it host_R.json or device_R.json if that is wrong");
        return rank;
    }

    private static boolean sharesProcess(LoadedFile a, LoadedFile b) {
        for (long p : a.processes()) {
            for (long q : b.processes()) {
                if (p == q && p > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private void world() {
        TreeSet<Integer> sizes = new TreeSet<>();
        for (LoadedFile file : devices.values()) {
            if (file.device().header().worldSize() > 0) {
                sizes.add(file.device().header().worldSize());
            }
        }
        if (sizes.isEmpty()) {
            for (LoadedFile file : hosts.values()) {
                file.host().groups().stream()
                        .filter(g -> g.ranks().isEmpty() && g.size() > 0)
                        .forEach(g -> sizes.add(g.size()));
            }
        }
        if (sizes.size() > 1) {
            add(
                    Level.WARNING,
                    -1,
                    "",
                    "the files state different world sizes: " + sizes,
                    "files of several runs may be mixed",
                    "the largest is used");
        }
        int largest = sizes.isEmpty() ? 0 : sizes.last();
        int found = ranks().isEmpty() ? 0 : ranks().last() + 1;
        if (found > largest && largest > 0) {
            add(
                    Level.WARNING,
                    ranks().last(),
                    "",
                    "rank " + ranks().last() + " does not fit a world of " + largest,
                    "files of several runs may be mixed",
                    "world size taken as " + found);
        }
        worldSize = Math.max(largest, found);
    }

    private void missing() {
        List<String> absent = new ArrayList<>();
        TreeSet<Integer> ranks = ranks();
        for (int rank = 0; rank < worldSize && absent.size() < SHOWN; rank++) {
            if (!ranks.contains(rank)) {
                absent.add(Integer.toString(rank));
            }
        }
        int count = worldSize - ranks.headSet(worldSize).size();
        if (count > 0) {
            add(
                    Level.WARNING,
                    -1,
                    "",
                    "missing rank" + (count == 1 ? " " : "s ") + String.join(", ", absent)
                            + (count > SHOWN ? ", ... (" + count + ")" : "") + " of a world of " + worldSize,
                    "no file of theirs was found",
                    "nothing is known about them; give their files, or scale up from the available ranks");
        }
        boolean anyHost = !hosts.isEmpty();
        boolean anyDevice = !devices.isEmpty();
        for (int rank : ranks) {
            if (!hosts.containsKey(rank)) {
                add(
                        anyHost ? Level.WARNING : Level.INFO,
                        rank,
                        devices.get(rank).source().display(),
                        "no host trace (host_" + rank + ".json) for this device trace",
                        "none was found",
                        "operators are taken from the device trace; there are no tensor ids");
            }
            if (!devices.containsKey(rank)) {
                add(
                        anyDevice ? Level.WARNING : Level.INFO,
                        rank,
                        hosts.get(rank).source().display(),
                        "no device trace (device_" + rank + ".json) for this host trace",
                        "none was found",
                        "there are no times and no GPU work for this rank");
            }
        }
    }

    /** Warns when the host trace of a rank was written by the process of another rank. */
    private void process(int rank) {
        LoadedFile host = hosts.get(rank);
        LoadedFile device = devices.get(rank);
        boolean known = device != null && device.processes().length > 0 && host.processes()[0] >= 0;
        if (!known || sharesProcess(host, device)) {
            return;
        }
        for (var entry : devices.entrySet()) {
            if (entry.getKey() != rank && sharesProcess(host, entry.getValue())) {
                add(
                        Level.WARNING,
                        rank,
                        host.source().display(),
                        "written by process " + host.processes()[0] + ", which is that of rank " + entry.getKey()
                                + ", not " + Arrays.toString(device.processes()) + " of this rank",
                        "the files of these ranks were probably swapped",
                        "loaded as named; swap the files if that is wrong");
                return;
            }
        }
        add(
                Level.INFO,
                rank,
                host.source().display(),
                "written by process " + host.processes()[0] + ", the device trace by "
                        + Arrays.toString(device.processes()),
                "host and device trace may come from two runs of one program",
                "linked anyway; the coverage shows whether they match");
    }

    /** Ranks with any file. */
    TreeSet<Integer> ranks() {
        TreeSet<Integer> ranks = new TreeSet<>(hosts.keySet());
        ranks.addAll(devices.keySet());
        return ranks;
    }

    /** The host trace file of a rank, or null. */
    LoadedFile host(int rank) {
        return hosts.get(rank);
    }

    /** The device trace file of a rank, or null. */
    LoadedFile device(int rank) {
        return devices.get(rank);
    }

    /** Number of ranks of the job, as far as known. */
    int worldSize() {
        return worldSize;
    }

    /** What is missing or inconsistent. */
    List<Finding> findings() {
        return findings;
    }

    private void add(Level level, int rank, String where, String what, String why, String effect) {
        findings.add(new Finding(level, "load", rank, where, what, why, effect));
    }
}
