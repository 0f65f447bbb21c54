// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IoReasonTest {
    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new AccessDeniedException("/a/b"), "permission denied"),
                Arguments.of(new NoSuchFileException("/a/b"), "no such file or directory"),
                Arguments.of(new FileAlreadyExistsException("/a/b"), "a file of that name is in the way"),
                Arguments.of(new NotDirectoryException("/a/b"), "not a directory"),
                Arguments.of(new DirectoryNotEmptyException("/a/b"), "the directory is not empty"),
                Arguments.of(new FileSystemLoopException("/a/b"), "a symbolic link leads back to where it lies"),
                Arguments.of(new FileSystemException("/a/b", "/a/c", "Read-only file system"), "Read-only file system"),
                Arguments.of(new FileSystemException("/a/b"), "FileSystemException"),
                Arguments.of(new FileNotFoundException("/a (b) (Permission denied)"), "Permission denied"),
                Arguments.of(new FileNotFoundException("/a/b"), "/a/b"),
                Arguments.of(new MalformedInputException(3), "it is not text in UTF-8"),
                Arguments.of(new EOFException(), "it ends too early"),
                Arguments.of(new EOFException("Unexpected end of ZLIB input stream"), "it ends too early"),
                Arguments.of(
                        new EOFException("the tar archive ends inside an entry"),
                        "the tar archive ends inside an entry"),
                Arguments.of(new IOException("No space left on device"), "No space left on device"),
                Arguments.of(new IOException(), "IOException"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void saysWhyAndNotOnlyWhere(IOException failure, String reason) {
        assertThat(IoReason.of(failure)).isEqualTo(reason);
    }

    @Test
    void realFailuresOfTheFileSystemHaveAReason(@TempDir Path dir) throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "x");
        assertThat(reason(() -> Files.readString(dir.resolve("none")))).isEqualTo("no such file or directory");
        assertThat(reason(() -> Files.createDirectories(file))).isEqualTo("a file of that name is in the way");
        assertThat(reason(() -> Files.list(file).close())).isEqualTo("not a directory");
        assertThat(reason(() -> Files.delete(dir))).isEqualTo("the directory is not empty");
    }

    @Test
    void aFailedWriteIsToldInOneWordingWithItsAdvice() {
        Path file = Path.of("runs", "sim", "ranks.csv");
        assertThat(IoReason.notWritten(file, new AccessDeniedException("x")))
                .isEqualTo(file + ": cannot be written: permission denied");
        assertThat(IoReason.notWrittenAdvice(new AccessDeniedException("x")))
                .isEqualTo("Choose a writable directory with enough free space.");
        assertThat(IoReason.notWrittenAdvice(new IOException("No space left on device")))
                .startsWith("Free some space there");
    }

    /** Every other wording would leave the reason out some day. */
    @Test
    void nobodyElseWordsAFailedWrite() throws IOException {
        Pattern own = Pattern.compile("\"(: [^\"]*cannot be (written|saved)|cannot (write|save) )");
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            List<String> found = sources.filter(p -> p.toString().endsWith(".java"))
                    .filter(p -> !p.endsWith("IoReason.java"))
                    .flatMap(p ->
                            lines(p).filter(line -> own.matcher(line).find()).map(line -> p.getFileName() + line))
                    .toList();
            assertThat(found).isEmpty();
        }
    }

    private static Stream<String> lines(Path source) {
        try {
            return Files.readAllLines(source).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Attempt {
        void run() throws IOException;
    }

    private static String reason(Attempt attempt) {
        try {
            attempt.run();
        } catch (IOException e) {
            return IoReason.of(e);
        }
        return "";
    }
}
