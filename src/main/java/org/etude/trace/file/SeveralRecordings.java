// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.etude.trace.model.TraceException;

/**
 * Recognises a directory whose subdirectories hold recordings of their own: the same rank was recorded in two of them. To take
 * one of them, or a rank from each, would answer a question that nobody asked.
 */
public final class SeveralRecordings {
    private static final int NAMED = 8;

    private SeveralRecordings() {}

    /**
     * Refuses several recordings. Files in one directory, and those of a subdirectory that repeat what lies above it, are variants
     * of one recording ({@link TraceChoice}); so are host traces in several directories, where there is a Kineto trace.
     *
     * @param where what the user named
     * @throws TraceException when two subdirectories hold a Kineto trace of the same rank or, without any Kineto trace, a host
     *     trace
     */
    public static void refuse(String where, List<Candidate> candidates) {
        boolean device = candidates.stream().anyMatch(c -> c.kind() == TraceKind.DEVICE);
        Map<Integer, TreeSet<String>> folders = new TreeMap<>();
        for (Candidate candidate : candidates) {
            if (candidate.kind() == (device ? TraceKind.DEVICE : TraceKind.HOST)
                    && candidate.rank() >= 0
                    && !candidate.source().named()) {
                folders.computeIfAbsent(candidate.rank(), r -> new TreeSet<>(TraceChoice::natural))
                        .add(candidate.source().folder());
            }
        }
        folders.forEach((rank, of) -> {
            if (of.size() > 1 && of.stream().noneMatch(folder -> holds(folder, of))) {
                throw new TraceException(
                        String.format(
                                Locale.ROOT,
                                "%s: holds %d recordings, as rank %d was recorded in each of %s.",
                                where,
                                of.size(),
                                rank,
                                listed(of)),
                        "Name the directory of one. If they are nodes of one job, name their files by global rank.");
            }
        });
    }

    private static boolean holds(String folder, TreeSet<String> all) {
        return folder.isEmpty() || all.stream().allMatch(f -> f.equals(folder) || f.startsWith(folder + "/"));
    }

    private static String listed(TreeSet<String> folders) {
        String few = folders.stream().limit(NAMED).collect(Collectors.joining(", "));
        return folders.size() <= NAMED ? few : few + " and " + (folders.size() - NAMED) + " more";
    }
}
