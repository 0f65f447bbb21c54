// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.report.AtomicFiles;
import org.etude.report.Progress;

/**
 * The files of a job that several machines write: into a temporary directory within the target, from which they are
 * moved once all are there. Machines that do not see that directory send their traces, which are written here. If the
 * work fails, or a machine stops while it writes, nothing of it remains.
 */
public final class StagedEts {
    private final Path directory;
    private final Path staging;
    private final Existing existing;

    private StagedEts(Path directory, Path staging, Existing existing) {
        this.directory = directory;
        this.staging = staging;
        this.existing = existing;
    }

    /**
     * Does work that ends with {@link #complete}.
     *
     * @param existing what becomes of ETs that the directory holds
     * @throws EtException when the directory cannot be written, or as the work does
     */
    public static <T> T write(Path directory, Existing existing, Function<StagedEts, T> work) {
        List<T> result = new ArrayList<>();
        try {
            AtomicFiles.writeTogether(
                    directory,
                    staging -> result.add(work.apply(new StagedEts(directory, staging.toAbsolutePath(), existing))));
        } catch (IOException e) {
            throw EtFiles.notWritten(directory, e);
        }
        return result.get(0);
    }

    /** The temporary directory, for {@link #put} on any machine. */
    public Path path() {
        return staging;
    }

    /**
     * Writes the trace of a rank, on any machine.
     *
     * @param staging the temporary directory
     * @param index the rank among the ranks of the job
     * @return the length of the file, or -1 if this machine does not see the directory or may not write there
     */
    public static long put(Path staging, String prefix, int index, EtGraph graph) {
        if (!Files.isDirectory(staging)) {
            return -1;
        }
        String name = EtDirectory.name(prefix, index);
        // Processes of two machines may have the same number, as in containers.
        Path temporary = staging.resolve("." + name + "." + UUID.randomUUID() + ".part");
        try {
            try (OutputStream out = Files.newOutputStream(temporary)) {
                EtFiles.write(graph, out);
            }
            long length = Files.size(temporary);
            Files.move(temporary, staging.resolve(name), ATOMIC_MOVE, REPLACE_EXISTING);
            return length;
        } catch (IOException e) {
            return -1;
        }
    }

    /**
     * Completes the set: checks what machines wrote, and writes what they sent and the communicator groups.
     *
     * @param written by rank, the length that {@link #put} returned
     * @param sent by rank, the bytes of the trace where that is -1
     * @throws EtException when a file is missing, or the directory holds an ET that must stay
     */
    public void complete(String prefix, List<Long> written, List<byte[]> sent, CommGroups groups) {
        Set<String> names = new HashSet<>();
        for (int rank = 0; rank < written.size(); rank++) {
            String name = EtDirectory.name(prefix, rank);
            names.add(name);
            if (written.get(rank) < 0) {
                byte[] bytes = sent.get(rank);
                EtSetFiles.put(staging, directory, name, out -> out.write(bytes));
            } else {
                check(name, written.get(rank));
            }
        }
        finish(prefix, names, groups);
    }

    private void finish(String prefix, Set<String> names, CommGroups groups) {
        removeAllBut(names);
        try {
            EtSetFiles.complete(prefix, names.size(), groups, staging, directory, existing);
        } catch (IOException e) {
            throw EtFiles.notWritten(directory, e);
        }
    }

    /**
     * Keeps bytes in the temporary directory until {@link #complete(EtFileSet, Progress)}. Thread-safe.
     *
     * @throws EtException when they cannot be written
     */
    public void keep(String name, byte[] bytes) {
        EtSetFiles.put(staging, directory, name, out -> out.write(bytes));
    }

    /**
     * What {@link #keep} was given.
     *
     * @throws EtException when it cannot be read
     */
    public byte[] kept(String name) {
        try {
            return Files.readAllBytes(staging.resolve(name));
        } catch (IOException e) {
            throw EtFiles.notRead(staging.resolve(name), e);
        }
    }

    /**
     * Writes the whole set here, and removes whatever else is in the temporary directory.
     *
     * @throws EtException when a file cannot be written, or the directory holds an ET that must stay
     */
    public void complete(EtFileSet set, Progress progress) {
        EtSetFiles.writeRanks(set, staging, directory, progress);
        Set<String> names = new HashSet<>();
        for (int rank = 0; rank < set.ranks().size(); rank++) {
            names.add(EtDirectory.name(set.prefix(), rank));
        }
        finish(set.prefix(), names, set.groups());
    }

    /** Makes the trace of a rank that of another one, which is there. */
    public void copy(String prefix, int from, int to) {
        try (OutputStream out = Files.newOutputStream(staging.resolve(EtDirectory.name(prefix, to)))) {
            Files.copy(staging.resolve(EtDirectory.name(prefix, from)), out);
        } catch (IOException e) {
            throw EtFiles.notWritten(directory.resolve(EtDirectory.name(prefix, to)), e);
        }
    }

    private void check(String name, long length) {
        long found;
        try {
            found = Files.size(staging.resolve(name));
        } catch (IOException e) {
            found = -1;
        }
        if (found != length) {
            throw new EtException(
                    directory.resolve(name) + ": another machine wrote " + length + " bytes, of which "
                            + Math.max(0, found) + " are seen here",
                    "Write to a file system that is the same on all machines, and run again.");
        }
    }

    /** Removes what a machine that stopped left behind. */
    private void removeAllBut(Set<String> names) {
        try (Stream<Path> files = Files.list(staging)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (!names.contains(file.getFileName().toString())) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            throw EtFiles.notWritten(directory, e);
        }
    }
}
