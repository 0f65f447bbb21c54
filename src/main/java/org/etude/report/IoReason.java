// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Describes why a file could not be read or written. The message of many Java exceptions is only a path, which the
 * caller names anyway.
 */
@Internal
public final class IoReason {
    /** Operating-system messages for a full disk or an exhausted quota. */
    private static final List<String> FULL =
            List.of("no space left", "not enough space", "quota exceeded", "disk full");

    /** The JDK's message for a compressed file that is cut off. */
    private static final String CUT = "Unexpected end of ZLIB input stream";

    private IoReason() {}

    /** The reason in a few words, without the path when the kind of failure is clear. */
    public static String of(IOException failure) {
        if (failure instanceof FileSystemException file) {
            return of(file);
        }
        if (failure instanceof FileNotFoundException && failure.getMessage() != null) {
            return inBrackets(failure.getMessage());
        }
        if (failure instanceof CharacterCodingException) {
            return "it is not text in UTF-8";
        }
        if (failure instanceof EOFException && (failure.getMessage() == null || CUT.equals(failure.getMessage()))) {
            return "it ends too early";
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }

    /** Advice for a failed write; a full disk needs different advice than missing permissions. */
    public static String advice(IOException failure, String otherwise) {
        String reason = of(failure).toLowerCase(Locale.ROOT);
        boolean full = FULL.stream().anyMatch(reason::contains);
        return full ? "Free some space there, or write to another disk; nothing half-written was left." : otherwise;
    }

    /** The message for a file or directory that could not be written: which one and why. */
    public static String notWritten(Path file, IOException failure) {
        return file + ": cannot be written: " + of(failure);
    }

    /** The advice that accompanies {@link #notWritten}. */
    public static String notWrittenAdvice(IOException failure) {
        return advice(failure, "Choose a writable directory with enough free space.");
    }

    private static String of(FileSystemException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "a file of that name is in the way";
        }
        if (failure instanceof NotDirectoryException) {
            return "not a directory";
        }
        if (failure instanceof DirectoryNotEmptyException) {
            return "the directory is not empty";
        }
        if (failure instanceof FileSystemLoopException) {
            return "a symbolic link leads back to where it lies";
        }
        return failure.getReason() == null ? failure.getClass().getSimpleName() : failure.getReason();
    }

    /** The java.io streams report {@code PATH (REASON)}. */
    private static String inBrackets(String message) {
        int open = message.lastIndexOf('(');
        return open > 0 && message.endsWith(")") ? message.substring(open + 1, message.length() - 1) : message;
    }
}
