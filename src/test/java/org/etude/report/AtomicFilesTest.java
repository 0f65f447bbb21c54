// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFilesTest {
    @TempDir
    Path directory;

    @Test
    void makesDirectoriesAndReplaces() throws IOException {
        Path file = directory.resolve("a/b/out.txt");
        AtomicFiles.write(file, out -> out.write('1'));
        AtomicFiles.write(file, out -> out.write('2'));
        assertThat(file).hasContent("2");
        assertThat(names(file.getParent())).containsExactly("out.txt");
    }

    @Test
    void leavesTheOldFileAndNoDebrisWhenTheContentFails() throws IOException {
        Path file = directory.resolve("out.txt");
        Files.writeString(file, "old");
        assertThatThrownBy(() -> AtomicFiles.write(file, out -> {
                    out.write(new byte[100_000]);
                    throw new IOException("disk gone");
                }))
                .hasMessage("disk gone");
        assertThat(file).hasContent("old");
        assertThat(names(directory)).containsExactly("out.txt");
    }

    @Test
    void aTargetIsWritableWhereTheNearestExistingDirectoryIs() throws IOException {
        AtomicFiles.checkWritable(directory);
        AtomicFiles.checkWritable(directory.resolve("a/b/out.txt"));
        assertThat(names(directory)).isEmpty();
        Path file = Files.writeString(directory.resolve("file"), "");
        AtomicFiles.checkWritable(file);
        assertThatThrownBy(() -> AtomicFiles.checkWritable(file.resolve("below/out.txt")))
                .isInstanceOf(NotDirectoryException.class)
                .hasMessage(file.toString());
    }

    @Test
    void filesThatBelongTogetherComeTogether() throws IOException {
        Path set = directory.resolve("a/set");
        AtomicFiles.writeTogether(set, staging -> {
            Files.writeString(staging.resolve("0"), "zero");
            Files.writeString(staging.resolve("1"), "one");
            assertThat(set.resolve("0")).doesNotExist();
        });
        assertThat(names(set)).containsExactlyInAnyOrder("0", "1");
        assertThat(set.resolve("1")).hasContent("one");
    }

    @Test
    void ofFilesThatBelongTogetherNoneComesWhenTheLastFailsAndTheOldOnesStay() throws IOException {
        Files.writeString(directory.resolve("0"), "old");
        AtomicFiles.Contents failing = staging -> {
            Files.writeString(staging.resolve("0"), "new");
            throw new IOException("disk gone");
        };
        for (Path target : List.of(directory, directory.resolve("made/for/it"))) {
            assertThatThrownBy(() -> AtomicFiles.writeTogether(target, failing)).hasMessage("disk gone");
        }
        assertThat(names(directory)).containsExactly("0");
        assertThat(directory.resolve("0")).hasContent("old");
    }

    @Test
    void aDirectoryInTheWayIsSaidAndKept() throws IOException {
        Path taken = Files.createDirectory(directory.resolve("taken"));
        assertThatThrownBy(() -> AtomicFiles.write(taken, out -> out.write('1')))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(taken + ": it is a directory");
        assertThat(names(directory)).containsExactly("taken");
        assertThat(taken).isEmptyDirectory();
    }

    @Test
    void aSymbolicLinkIsReplacedAndWhatItNamesKept() throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "kept");
        Path link = Files.createSymbolicLink(directory.resolve("link"), secret);
        AtomicFiles.write(link, out -> out.write('1'));
        assertThat(secret).hasContent("kept");
        assertThat(link).isRegularFile().hasContent("1");
        assertThat(Files.isSymbolicLink(link)).isFalse();
    }

    @Test
    void aPipeIsWrittenToAndStaysAPipe() throws Exception {
        Path pipe = directory.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        FutureTask<String> reader = new FutureTask<>(() -> Files.readString(pipe));
        Thread thread = new Thread(reader);
        thread.setDaemon(true);
        thread.start();
        AtomicFiles.write(pipe, out -> out.write("through".getBytes(StandardCharsets.UTF_8)));
        assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther())
                .isTrue();
        assertThat(reader.get(60, TimeUnit.SECONDS)).isEqualTo("through");
        assertThat(names(directory)).containsExactly("pipe");
    }

    private static Stream<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(p -> p.getFileName().toString()).toList().stream();
        }
    }
}
