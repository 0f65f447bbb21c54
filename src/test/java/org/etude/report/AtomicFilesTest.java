package org.etude.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private static Stream<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(p -> p.getFileName().toString()).toList().stream();
        }
    }
}
