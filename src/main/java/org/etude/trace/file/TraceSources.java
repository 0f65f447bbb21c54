// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.etude.report.IoReason;
import org.etude.report.Report;
import org.etude.trace.database.BadRecording;
import org.etude.trace.database.ProfilerDatabase;
import org.etude.trace.model.TraceException;
import org.etude.trace.rocprof.RocprofTables;

/** Lists the files and archive entries under the given paths, in order of name. */
public final class TraceSources {
    private static final int DEEPEST = 8;
    private static final int MOST = 100_000;

    private final List<TraceSource> found = new ArrayList<>();
    /** Directory and prefix of each recording of rocprofv3 found. */
    private final Set<String> recordings = new HashSet<>();
    /** Whether names that no trace has are left out. */
    private final boolean narrow;

    private TraceSources(boolean narrow) {
        this.narrow = narrow;
    }

    /**
     * All files that could be traces.
     *
     * @throws TraceException when a path does not exist or cannot be read
     */
    public static List<TraceSource> find(List<Path> paths) {
        return find(paths, true);
    }

    /**
     * All files, whatever their names.
     *
     * @throws TraceException when a path does not exist or cannot be read
     */
    public static List<TraceSource> all(List<Path> paths) {
        return find(paths, false);
    }

    private static List<TraceSource> find(List<Path> paths, boolean narrow) {
        TraceSources sources = new TraceSources(narrow);
        for (Path path : paths) {
            sources.add(path);
        }
        return sources.found;
    }

    private void add(Path path) {
        try {
            if (Files.isDirectory(path)) {
                walk(path);
            } else if (Files.exists(path)) {
                file(path, "", true);
            } else {
                throw new TraceException(path + ": there is no such file or directory.", "Check the path.");
            }
        } catch (IOException e) {
            // In a directory, the message must say which file is at fault.
            String file = e instanceof FileSystemException at && at.getFile() != null ? at.getFile() : path.toString();
            throw new TraceException(
                    file + ": cannot be read (" + IoReason.of(e) + ").",
                    "Check the file and its permissions.",
                    Report.empty(),
                    e);
        }
    }

    /** The root may be a symbolic link; links below it are read as files but not followed as directories. */
    private void walk(Path root) throws IOException {
        List<Path> files;
        Path real = root.toRealPath();
        try (Stream<Path> all = Files.walk(real, DEEPEST)) {
            files = all.filter(Files::isRegularFile)
                    .map(p -> root.resolve(real.relativize(p)))
                    .filter(p -> !isHidden(root.relativize(p)))
                    .limit(MOST + 1L)
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (files.size() > MOST) {
            throw new TraceException(root + ": holds more than " + MOST + " files.", "Give a narrower directory.");
        }
        for (Path file : files) {
            Path folder = root.relativize(file).getParent();
            file(file, folder == null ? "" : folder.toString().replace('\\', '/'), false);
        }
    }

    private static boolean isHidden(Path path) {
        for (Path part : path) {
            if (part.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }

    private void file(Path path, String folder, boolean named) throws IOException {
        String name = String.valueOf(path.getFileName());
        Optional<String> prefix = RocprofTables.prefix(name);
        if (!named && !mayBeWanted(name) && prefix.isEmpty()) {
            return;
        }
        switch (Unpack.packing(path)) {
            case ZIP -> archive(path, folder, named, zipEntries(path));
            case TAR -> archive(path, folder, named, tarEntries(path));
            case DATABASE -> database(path, folder, named);
            case ROCPROF_JSON -> rocprof(path, name.replaceFirst("_?results\\.json(\\.gz)?$", ""), folder, name, named);
            case ROCPROF_TABLE -> rocprof(path, prefix.orElse(name), folder, prefix.orElse(name), named);
            default -> {
                if (named || mayBeWanted(name)) {
                    found.add(new TraceSource(path, "", folder, name, named));
                }
            }
        }
    }

    /**
     * A recording of rocprofv3 counts once, by the prefix of its files: the database is read where there is one, else the JSON,
     * else the tables, of which the first represents all. A file that was given is read in any case.
     */
    private void rocprof(Path path, String prefix, String folder, String name, boolean named) {
        Path directory = path.toAbsolutePath().getParent();
        String recording = directory + " " + prefix;
        boolean elsewhere = !named
                && (Files.exists(directory.resolve(of(prefix, "results.db")))
                        || !name.endsWith("json") && Files.exists(directory.resolve(of(prefix, "results.json"))));
        if (!elsewhere && recordings.add(recording)) {
            found.add(new TraceSource(
                    path, TraceSource.ROCPROFV3, folder, name.isEmpty() ? "kernel_trace" : name, named));
        }
    }

    private static String of(String prefix, String name) {
        return prefix.isEmpty() ? name : prefix + "_" + name;
    }

    private boolean mayBeWanted(String name) {
        return !narrow || FileName.mayBeTrace(name);
    }

    /**
     * A database of one process counts as that trace, under its name; a database that is not from a profiler is
     * reported only if given explicitly.
     */
    private void database(Path path, String folder, boolean named) {
        try {
            List<String> processes = ProfilerDatabase.entries(path);
            String name = String.valueOf(path.getFileName());
            for (String process : processes) {
                boolean one = processes.size() == 1;
                found.add(new TraceSource(
                        path, process, one ? folder : folder + "/" + name, one ? name : process + ".json", named));
            }
        } catch (BadRecording e) {
            if (named || FileName.of("", String.valueOf(path.getFileName())).rank() >= 0) {
                throw new TraceException(path + ": " + e.getMessage() + ".", e.advice(), Report.empty(), e);
            }
            if (ProfilerDatabase.lacksDriver(e) || !narrow) {
                // Without a driver it may be a profiler's; the reader reports that it cannot be opened.
                found.add(new TraceSource(path, "", folder, String.valueOf(path.getFileName()), false));
            }
        }
    }

    private static TraceException damaged(Path path, IOException e) {
        return new TraceException(
                path + ": the archive is truncated or damaged (" + e.getMessage() + ").",
                "Copy it again, or remove the file.",
                Report.empty(),
                e);
    }

    /** An archive of one file counts as that file, under the archive's name; one of several files as a directory. */
    private void archive(Path path, String folder, boolean named, List<String> entries) {
        String archive = String.valueOf(path.getFileName());
        for (String entry : entries) {
            String name = entry.substring(entry.lastIndexOf('/') + 1);
            if (entries.size() == 1) {
                boolean plain = FileName.of("", name).rank() < 0
                        && FileName.of("", archive).rank() >= 0;
                found.add(new TraceSource(path, entry, folder, plain ? archive : name, named));
            } else if (!name.isEmpty() && !name.startsWith(".") && mayBeWanted(name)) {
                String above = entry.substring(0, Math.max(entry.lastIndexOf('/'), 0));
                String inside = (folder.isEmpty() ? "" : folder + "/") + (named ? "" : archive + "/") + above;
                found.add(new TraceSource(path, entry, inside, name, false));
            }
        }
    }

    private static List<String> zipEntries(Path path) throws IOException {
        List<String> names = new ArrayList<>();
        try (ZipFile zip = new ZipFile(path.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements() && names.size() < MOST) {
                ZipEntry entry = entries.nextElement();
                if (!entry.isDirectory()) {
                    names.add(entry.getName());
                }
            }
        } catch (ZipException e) {
            throw damaged(path, e);
        }
        names.sort(null);
        return names;
    }

    private static List<String> tarEntries(Path path) throws IOException {
        List<String> names = new ArrayList<>();
        try (InputStream in = Unpack.open(path, "");
                TarStream tar = new TarStream(in)) {
            for (String name = tar.next(); name != null && names.size() < MOST; name = tar.next()) {
                names.add(name);
            }
        }
        names.sort(null);
        return names;
    }
}
