// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.etude.trace.model.TraceException;

/**
 * Recognises paths that hold several recordings: the same rank was recorded in two directories. To take one of them, or a rank
 * from each, would answer a question that nobody asked.
 */
public final class SeveralRecordings {
    private static final int NAMED = 8;
    private static final Comparator<String> ORDER =
            ((Comparator<String>) TraceChoice::natural).thenComparing(Comparator.naturalOrder());

    private final Map<Path, Long> entries;

    private SeveralRecordings(List<Candidate> candidates) {
        entries = candidates.stream()
                .collect(Collectors.groupingBy(c -> c.source().path(), Collectors.counting()));
    }

    /**
     * Refuses several recordings. Files in one directory, and those of a subdirectory that repeat what lies above it, are variants
     * of one recording ({@link TraceChoice}); so are host traces in several directories, where there is a Kineto trace. An archive
     * of several files counts as a directory.
     *
     * @param where what the user named
     * @throws TraceException when two directories hold a Kineto trace of the same rank or, without any Kineto trace, a host trace
     */
    public static void refuse(String where, List<Candidate> candidates) {
        SeveralRecordings places = new SeveralRecordings(candidates);
        boolean device = candidates.stream().anyMatch(c -> c.kind() == TraceKind.DEVICE);
        Map<Integer, TreeSet<String>> directories = new TreeMap<>();
        for (Candidate candidate : candidates) {
            if (candidate.kind() == (device ? TraceKind.DEVICE : TraceKind.HOST)
                    && candidate.rank() >= 0
                    && !candidate.source().named()) {
                directories
                        .computeIfAbsent(candidate.rank(), r -> new TreeSet<>(ORDER))
                        .add(places.directory(candidate.source()));
            }
        }
        directories.forEach((rank, of) -> {
            if (of.size() > 1 && of.stream().noneMatch(directory -> holds(directory, of))) {
                throw new TraceException(
                        String.format(
                                Locale.ROOT,
                                "%s: rank %d was recorded in each of %s: %d recordings, or nodes that number their ranks alike.",
                                where,
                                rank,
                                listed(of),
                                of.size()),
                        "Name the directories or files of one recording, archives unpacked, or name the files of nodes by global"
                                + " rank.");
            }
        });
    }

    private String directory(TraceSource source) {
        Path path = source.path();
        Path directory = entries.get(path) == 1
                ? path.resolveSibling("")
                : path.resolve(source.entry()).resolveSibling("");
        String text = directory.normalize().toString().replace('\\', '/');
        return text.isEmpty() ? "." : text;
    }

    private static boolean holds(String directory, TreeSet<String> all) {
        return directory.equals(".")
                || all.stream().allMatch(d -> d.equals(directory) || d.startsWith(directory + "/"));
    }

    private static String listed(TreeSet<String> directories) {
        String few = directories.stream().limit(NAMED).collect(Collectors.joining(", "));
        return directories.size() <= NAMED ? few : few + " and " + (directories.size() - NAMED) + " more";
    }
}
