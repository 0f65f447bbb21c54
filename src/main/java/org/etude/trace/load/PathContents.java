// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.etude.report.Counted;
import org.etude.report.ShellWord;
import org.etude.trace.file.TraceKind;
import org.etude.trace.file.TraceSource;
import org.etude.trace.file.TraceSources;
import org.etude.trace.model.TraceException;

/**
 * What is under some paths instead of what a command looked for, and the command that reads it: the end of an error
 * message and its advice. Looks at the beginnings of at most {@value #MOST} files.
 */
public final class PathContents {
    private static final int MOST = 2_000;
    private static final int NAMES = 3;

    private final List<Path> paths;
    private final Map<OtherFormat, List<TraceSource>> known = new EnumMap<>(OtherFormat.class);
    private final List<TraceSource> all;

    private PathContents(List<Path> paths) {
        this.paths = List.copyOf(paths);
        all = sources(paths);
        for (TraceSource source : all.subList(0, Math.min(MOST, all.size()))) {
            format(source).ifPresent(format -> known.computeIfAbsent(format, f -> new ArrayList<>())
                    .add(source));
        }
    }

    /** Looks at the files under some paths. */
    public static PathContents of(List<Path> paths) {
        return new PathContents(paths);
    }

    /** Looks at the files under a path. */
    public static PathContents of(Path path) {
        return of(List.of(path));
    }

    private static List<TraceSource> sources(List<Path> paths) {
        try {
            return TraceSources.all(paths);
        } catch (TraceException e) {
            return List.of(); // the caller has found something to say already
        }
    }

    /** The format of a file, if a command reads it. */
    static Optional<OtherFormat> format(TraceSource source) {
        if (source.isRocprof()) {
            return Optional.of(OtherFormat.TRACE);
        }
        if (OtherRecordings.isPickledDump(source)) {
            return Optional.of(OtherFormat.FLIGHT);
        }
        TraceKind kind = TraceSniffer.look(source).kind();
        return switch (kind) {
            case HOST, DEVICE -> Optional.of(OtherFormat.TRACE);
            case FLIGHT -> Optional.of(OtherFormat.FLIGHT);
            case INSPECTOR -> Optional.of(OtherFormat.INSPECTOR);
            default -> OtherFormat.of(FileBeginning.of(source));
        };
    }

    /** Whether other commands read what is there, and none of it is a recording of this kind. */
    public boolean isOnlyOther(TraceKind kind) {
        return !known.isEmpty()
                && known.keySet().stream().noneMatch(format -> format.name().equals(kind.name()));
    }

    /** What to do with one file of a format. */
    static String advice(OtherFormat format, TraceSource source) {
        return new PathContents(List.of(source.path()))
                .advice(format, List.of(source), source.path().toString());
    }

    /**
     * What is there, as the end of a sentence that says what is not: {@code ", but 2 Chakra ETs (a.0.et, a.1.et)"}; of
     * files that no command reads, their names.
     */
    public String instead() {
        if (!known.isEmpty()) {
            return known.entrySet().stream()
                    .map(e -> (e.getValue().size() == 1
                                    ? e.getKey().one()
                                    : e.getValue().size() + " " + e.getKey().many())
                            + " (" + names(e.getValue()) + ")")
                    .collect(Collectors.joining(" and ", ", but ", ""));
        }
        if (all.isEmpty()) {
            return paths.stream().allMatch(Files::isDirectory) ? ", and no other file" : "";
        }
        return " among " + Counted.of(all.size(), "file") + " (" + names(all) + ")";
    }

    /** What to do with it, or what a command would rather have. */
    public String advice(String otherwise) {
        if (known.isEmpty()) {
            return otherwise;
        }
        return known.entrySet().stream()
                .map(e -> advice(e.getKey(), e.getValue(), folder(e.getValue())))
                .collect(Collectors.joining(" "));
    }

    private static String advice(OtherFormat format, List<TraceSource> sources, String folder) {
        TraceSource first = sources.get(0);
        String unpack = first.entry().isEmpty() ? "" : "Unpack " + first.path() + " first. ";
        String file = first.entry().isEmpty() ? first.path().toString() : first.entry();
        return unpack
                + format.advice()
                        .replace("{folder}", ShellWord.of(folder))
                        .replace("{file}", ShellWord.of(file))
                        .replace("\"{job}\"", '"' + job(sources) + '"')
                        .replace("{job}", ShellWord.of(job(sources)))
                        .replace("{timings}", timings(sources));
    }

    /** The directory to give: the one that was given, unless the files are in one below it. */
    private static String folder(List<TraceSource> sources) {
        TreeSet<Path> folders = new TreeSet<>();
        sources.forEach(source -> folders.add(folder(source.path())));
        String folder = (sources.get(0).named() ? sources.get(0).path() : folders.first()).toString();
        return folder.isEmpty() ? "." : folder;
    }

    /** The directory of ETs, or their prefix where there are others. */
    private static String job(List<TraceSource> sources) {
        Path folder = parent(sources.get(0));
        List<String> prefixes = sources.stream()
                .filter(source -> parent(source).equals(folder))
                .map(source -> source.name().replaceFirst("\\.\\d+\\.et(\\.gz)?$", ""))
                .distinct()
                .toList();
        boolean alone = prefixes.size() == 1 && !sources.get(0).named();
        return (alone ? folder : folder.resolve(prefixes.get(0))).toString();
    }

    private static Path parent(TraceSource source) {
        return folder(source.entry().isEmpty() ? source.path() : Path.of(source.entry()));
    }

    private static Path folder(Path file) {
        Path folder = file.getParent();
        return folder == null ? Path.of("") : folder;
    }

    private static String timings(List<TraceSource> sources) {
        return sources.stream()
                .map(source -> "--timings "
                        + ShellWord.of(source.entry().isEmpty() ? source.path().toString() : source.entry()))
                .collect(Collectors.joining(" "));
    }

    private static String names(List<TraceSource> sources) {
        String first = sources.stream()
                .limit(NAMES)
                .map(source -> (source.folder().isEmpty() ? "" : source.folder() + "/") + source.name())
                .collect(Collectors.joining(", "));
        return sources.size() > NAMES ? first + " and " + (sources.size() - NAMES) + " more" : first;
    }
}
