package org.etude.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files whole or not at all: into a temporary file beside the target, then moved into place. */
public final class AtomicFiles {
    private AtomicFiles() {}

    /** Something that writes itself to a stream. */
    @FunctionalInterface
    public interface Content {
        /** Writes all of it; need not close the stream. */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Writes a file; directories above it are made. When the content fails or the thread is stopped, nothing is left.
     *
     * @throws IOException when it cannot be written
     */
    public static void write(Path target, Content content) throws IOException {
        Path directory = target.toAbsolutePath().getParent();
        Files.createDirectories(directory);
        // Named by process and thread so that two writers never share one; not createTempFile, whose files nobody else
        // may read.
        Path temporary = directory.resolve("." + target.getFileName() + "."
                + ProcessHandle.current().pid() + "-" + Thread.currentThread().getId() + ".part");
        try {
            try (OutputStream out = Files.newOutputStream(temporary)) {
                content.writeTo(out);
            }
            move(temporary, target);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
