// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.et.graph.EtException;

/**
 * The ETs of a directory by prefix and rank: which file names are ETs, and what may happen to them when a job is
 * written there.
 */
final class EtDirectory {
    static final String GROUPS = "groups.json";

    private static final Pattern NAME = Pattern.compile("(.+)\\.(\\d{1,9})\\.et(\\.gz)?");
    private static final String ADVICE = "Write to another directory, or replace it with --force.";

    private final Path directory;
    private final TreeMap<String, TreeMap<Integer, Path>> byPrefix = new TreeMap<>();
    /** Including those of a rank that is there twice, plain and compressed. */
    private final List<Path> files = new ArrayList<>();

    private EtDirectory(Path directory) {
        this.directory = directory;
    }

    /**
     * Finds the ETs of a directory.
     *
     * @throws EtException when it cannot be read
     */
    static EtDirectory of(Path directory) {
        EtDirectory found = new EtDirectory(directory);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(found::add);
        } catch (IOException e) {
            throw EtFiles.notRead(directory, e);
        }
        return found;
    }

    /** The name of a rank's file. */
    static String name(String prefix, int rank) {
        return prefix + "." + rank + ".et";
    }

    private void add(Path file) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (name.matches()) {
            files.add(file);
            TreeMap<Integer, Path> ranks = byPrefix.computeIfAbsent(name.group(1), p -> new TreeMap<>());
            // A plain file takes precedence over a compressed one, regardless of directory order.
            ranks.merge(Integer.parseInt(name.group(2)), file, (a, b) -> a.compareTo(b) < 0 ? a : b);
        }
    }

    /** The file of each rank, by prefix. */
    Map<String, TreeMap<Integer, Path>> byPrefix() {
        return byPrefix;
    }

    /**
     * Makes way for the files of a job, all of which are in a temporary directory.
     *
     * @throws EtException when an ET that is there must stay and the job cannot be written next to it
     * @throws IOException when a file cannot be read or removed
     */
    static void makeWay(Path directory, Path staging, String prefix, int world, CommGroups groups, Existing existing)
            throws IOException {
        EtDirectory there = of(directory);
        if (existing != Existing.REPLACE) {
            there.refuseLarger(prefix, world);
            there.refuseOthers(prefix, groups, existing == Existing.ALONE);
        } else {
            for (Path file : there.files) {
                if (!Files.exists(staging.resolve(file.getFileName()))) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Files of higher ranks would be read as part of this job. */
    private void refuseLarger(String prefix, int world) {
        TreeMap<Integer, Path> ranks = byPrefix.getOrDefault(prefix, new TreeMap<>());
        if (!ranks.isEmpty() && ranks.lastKey() >= world) {
            throw new EtException(
                    directory + ": holds " + ranks.get(ranks.lastKey()).getFileName()
                            + ", but the job to write has only " + world + " ranks.",
                    ADVICE);
        }
    }

    /** The files of another job would be read with this one's groups. */
    private void refuseOthers(String prefix, CommGroups groups, boolean any) {
        Path other = byPrefix.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(prefix))
                .map(entry -> entry.getValue().firstEntry().getValue())
                .findFirst()
                .orElse(null);
        if (other == null) {
            return;
        }
        if (any) {
            throw new EtException(directory + ": holds " + other.getFileName() + " of another job", ADVICE);
        }
        Path there = directory.resolve(GROUPS);
        if (Files.exists(there) && !CommGroups.read(there).equals(groups)) {
            throw new EtException(
                    directory + ": holds " + other.getFileName() + " of another job with other process groups in "
                            + GROUPS,
                    ADVICE);
        }
    }
}
