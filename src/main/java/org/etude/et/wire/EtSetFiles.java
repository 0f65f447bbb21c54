// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.report.AtomicFiles;
import org.etude.report.Progress;
import org.etude.report.WorkerPool;
import org.etude.trace.load.PathContents;

/** The files of all ranks of one prefix. */
final class EtSetFiles {
    /** Subdirectory in which {@code etude run --out} writes the repaired execution traces. */
    private static final String RUN = "repair";

    private static final String ADVICE = "Give the part of the path before .0.et.";

    private EtSetFiles() {}

    static EtSet read(Path prefix, Progress progress) {
        EtFileList list = list(prefix);
        List<EtGraph> ranks = new ArrayList<>();
        EtPool pool = new EtPool();
        for (int rank = 0; rank < list.world(); rank++) {
            progress.at("read " + list.prefix(), rank, list.world());
            Progress.checkInterrupted();
            Path file = list.files().get(rank);
            ranks.add(file == null ? new EtGraphBuilder("", List.of()).build() : pool.read(file));
        }
        return new EtSet(list.prefix(), ranks, list.groups(), list.report());
    }

    static EtFileList list(Path prefix) {
        boolean whole = Files.isDirectory(prefix);
        Path directory = whole ? prefix : prefix.toAbsolutePath().getParent();
        Map<String, TreeMap<Integer, Path>> found = EtDirectory.of(directory).byPrefix();
        String name = whole ? only(prefix, found) : prefix.getFileName().toString();
        TreeMap<Integer, Path> files = found.get(name);
        if (files == null) {
            throw new EtException(
                    prefix + ": no file " + name + ".RANK.et there",
                    "Give the part of the path before .0.et; "
                            + (found.isEmpty()
                                    ? "no ETs are in " + directory
                                    : "found here: " + String.join(", ", found.keySet()))
                            + ".");
        }
        int world = files.lastKey() + 1;
        if (world > 64 * (files.size() + 16)) {
            throw new EtException(
                    prefix + ": the highest rank is " + files.lastKey() + " but only " + files.size()
                            + " files are there",
                    "Add the files of the other ranks, or rename this one.");
        }
        Path groups = directory.resolve(EtDirectory.GROUPS);
        return new EtFileList(name, world, files, Files.exists(groups) ? CommGroups.read(groups) : CommGroups.none());
    }

    private static String only(Path directory, Map<String, ?> found) {
        if (found.isEmpty() && Files.isDirectory(directory.resolve(RUN))) {
            throw new EtException(
                    directory + ": no ET files there, but what 'etude run' wrote",
                    "Its ETs, ready to be simulated: " + directory.resolve(RUN) + ".");
        }
        if (found.isEmpty()) {
            PathContents contents = PathContents.of(directory);
            throw new EtException(directory + ": no ET files there" + contents.instead(), contents.advice(ADVICE));
        }
        if (found.size() != 1) {
            throw new EtException(directory + ": several prefixes: " + found.keySet(), ADVICE);
        }
        return found.keySet().iterator().next();
    }

    static void write(EtFileSet set, Path directory, Existing existing, Progress progress) {
        try {
            AtomicFiles.writeTogether(directory, staging -> {
                writeRanks(set, staging, directory, progress);
                complete(set.prefix(), set.ranks().size(), set.groups(), staging, directory, existing);
            });
        } catch (IOException e) {
            throw EtFiles.notWritten(directory, e);
        }
    }

    /** Adds the groups to the ranks' files, which are in a temporary directory, and makes way for all of them. */
    static void complete(String prefix, int world, CommGroups groups, Path staging, Path directory, Existing existing)
            throws IOException {
        put(staging, directory, EtDirectory.GROUPS, out -> CommGroupsJson.write(groups, out));
        EtDirectory.makeWay(directory, staging, prefix, world, groups, existing);
    }

    static void writeRanks(EtFileSet set, Path staging, Path directory, Progress progress) {
        int world = set.ranks().size();
        int threads = Math.max(1, Math.min(world, Runtime.getRuntime().availableProcessors()));
        List<Callable<String>> tasks = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            int index = rank;
            String name = EtDirectory.name(set.prefix(), rank);
            tasks.add(() -> {
                put(staging, directory, name, set.ranks().get(index));
                return name;
            });
        }
        try (WorkerPool pool = WorkerPool.patient("etude-write", threads)) {
            pool.inOrder(tasks, done -> progress.at("write " + set.prefix(), done, world));
        }
    }

    static void put(Path staging, Path directory, String name, AtomicFiles.Content content) {
        try (OutputStream out = Files.newOutputStream(staging.resolve(name))) {
            content.writeTo(out);
        } catch (IOException e) {
            throw EtFiles.notWritten(directory.resolve(name), e);
        }
    }
}
