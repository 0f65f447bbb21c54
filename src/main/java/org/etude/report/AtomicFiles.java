// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes files whole or not at all: into a temporary file next to the target, then moved into place. A symbolic link is
 * replaced, not followed. A device or pipe is written to directly, because a move would replace it.
 */
@Internal
public final class AtomicFiles {
    private AtomicFiles() {}

    /** Something that writes itself to a stream. */
    @FunctionalInterface
    public interface Content {
        /** Writes the content; need not close the stream. */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Writes a file, creating its parent directories. If the content fails or the thread is stopped, nothing is left
     * behind.
     *
     * @throws IOException when it cannot be written
     */
    public static void write(Path target, Content content) throws IOException {
        if (isDevice(target)) {
            try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.WRITE)) {
                content.writeTo(out);
            }
            return;
        }
        if (Files.isDirectory(target)) {
            throw new FileSystemException(target.toString(), null, "it is a directory");
        }
        Path directory = target.toAbsolutePath().getParent();
        Path existing = existing(directory);
        Files.createDirectories(directory);
        // Named by process and thread so that two writers never share one. Not createTempFile, whose files only the
        // owner may
        // read.
        Path temporary = directory.resolve("." + target.getFileName() + "."
                + ProcessHandle.current().pid() + "-" + Thread.currentThread().getId() + ".part");
        boolean written = false;
        try {
            try (OutputStream out = Files.newOutputStream(temporary)) {
                content.writeTo(out);
            }
            move(temporary, target);
            written = true;
        } finally {
            Files.deleteIfExists(temporary);
            if (!written) {
                removeEmpty(directory, existing);
            }
        }
    }

    /**
     * Checks whether a file or directory can be written, for use before long work.
     *
     * @throws IOException when the nearest directory that exists is not writable, or is not a directory
     */
    public static void checkWritable(Path target) throws IOException {
        if (isDevice(target)) {
            return;
        }
        Path absolute = target.toAbsolutePath();
        Path above = Files.isDirectory(absolute) ? absolute : existing(absolute.getParent());
        if (above == null) {
            throw new NoSuchFileException(target.toString());
        }
        if (!Files.isDirectory(above)) {
            throw new NotDirectoryException(above.toString());
        }
        if (!Files.isWritable(above)) {
            throw new AccessDeniedException(above.toString());
        }
    }

    /** Something that writes several files into a directory. */
    @FunctionalInterface
    public interface Contents {
        /** Writes all files. */
        void writeTo(Path directory) throws IOException;
    }

    /**
     * Writes files that belong together into a directory, created if needed: all of them or none. They go to a
     * temporary directory next to the target and are moved once the last one is complete, so that an earlier set stays
     * intact until then.
     *
     * @throws IOException when one cannot be written
     */
    public static void writeTogether(Path directory, Contents contents) throws IOException {
        Path target = directory.toAbsolutePath();
        Path existing = existing(target);
        Path staging = null;
        boolean written = false;
        try {
            Files.createDirectories(target);
            staging = Files.createTempDirectory(target, ".part-");
            contents.writeTo(staging);
            for (Path file : files(staging)) {
                move(file, target.resolve(file.getFileName()));
            }
            written = true;
        } finally {
            remove(staging);
            if (!written) {
                removeEmpty(target, existing);
            }
        }
    }

    private static void remove(Path staging) throws IOException {
        if (staging != null) {
            for (Path file : files(staging)) {
                Files.deleteIfExists(file);
            }
            Files.delete(staging);
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    /** The nearest existing parent directory. */
    private static Path existing(Path directory) {
        Path at = directory;
        while (at != null && !Files.exists(at)) {
            at = at.getParent();
        }
        return at;
    }

    /** Removes directories created for a file that was not written, unless others have put files there meanwhile. */
    private static void removeEmpty(Path made, Path existing) {
        for (Path at = made; at != null && !at.equals(existing); at = at.getParent()) {
            try {
                Files.delete(at);
            } catch (IOException e) {
                return;
            }
        }
    }

    /** Includes /dev/stdout redirected to a file: the system owns that link. */
    private static boolean isDevice(Path target) {
        if (Files.isSymbolicLink(target) && target.toAbsolutePath().startsWith("/dev")) {
            return true;
        }
        return Files.exists(target) && !Files.isRegularFile(target) && !Files.isDirectory(target);
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
