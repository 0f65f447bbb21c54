// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.etude.trace.model.TraceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceSourcesTest {
    @TempDir
    private Path dir;

    private Path file(String name) throws IOException {
        Path file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "{}");
    }

    private Path zip(String name, String... entries) throws IOException {
        Path file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String entry : entries) {
                out.putNextEntry(new ZipEntry(entry));
                out.write("{}".getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    /** Each as "folder|entry|name", and "!" where it was given by name. */
    private static List<String> shown(List<TraceSource> sources) {
        return sources.stream()
                .map(source ->
                        source.folder() + "|" + source.entry() + "|" + source.name() + (source.named() ? "!" : ""))
                .toList();
    }

    private List<String> found() {
        return shown(TraceSources.find(List.of(dir)));
    }

    @Test
    void filesBelowADirectoryInOrderOfTheirPaths() throws IOException {
        file("b/deep/host_1.json");
        file("b/host_0.json");
        file("a/device_0.json");
        file("loose.json");
        assertThat(found())
                .containsExactly("a||device_0.json", "b/deep||host_1.json", "b||host_0.json", "||loose.json");
    }

    @Test
    void hiddenFilesAndNamesThatNoTraceHasAreLeftOut() throws IOException {
        file(".git/host_0.json");
        file("a/.host_0.json");
        file("readme.md");
        file("a/plot.PNG");
        Path named = file("a/notes.md");
        file("a/x.json");
        assertThat(found()).containsExactly("a||x.json");
        assertThat(shown(TraceSources.all(List.of(dir))))
                .containsExactly("a||notes.md", "a||plot.PNG", "a||x.json", "||readme.md");
        assertThat(shown(TraceSources.find(List.of(named, dir))))
                .as("what is given is taken, and once more below the directory only if wanted")
                .containsExactly("||notes.md!", "a||x.json");
    }

    /** Directories are read to a depth of eight. */
    @Test
    void deeperFilesAreNotFound() throws IOException {
        file("1/2/3/4/5/6/7/at8.json");
        file("1/2/3/4/5/6/7/8/at9.json");
        assertThat(found()).containsExactly("1/2/3/4/5/6/7||at8.json");
    }

    @Test
    void anArchiveOfOneFileCountsAsThatFile() throws IOException {
        zip("host_3.zip", "trace.json");
        zip("x.zip", "in/device_2.json");
        zip("y_rank1.zip", "device_2.json");
        assertThat(found())
                .containsExactly(
                        "|trace.json|host_3.zip", "|in/device_2.json|device_2.json", "|device_2.json|device_2.json");
    }

    /** Of several, each entry that may be a trace, in order; the archive is a folder unless it was given. */
    @Test
    void anArchiveOfSeveralFilesCountsAsAFolder() throws IOException {
        Path archive = zip("sub/all.zip", "b.json", "in/a.json", "in/readme.md", "in/.x.json", "in/");
        assertThat(found()).containsExactly("sub/all.zip/|b.json|b.json", "sub/all.zip/in|in/a.json|a.json");
        assertThat(shown(TraceSources.find(List.of(archive)))).containsExactly("|b.json|b.json", "in|in/a.json|a.json");
    }

    @Test
    void whatIsMissingOrBrokenIsNamed() throws IOException {
        Path missing = dir.resolve("none");
        assertThatThrownBy(() -> TraceSources.find(List.of(missing)))
                .isInstanceOf(TraceException.class)
                .hasMessageStartingWith(missing + ": there is no such file or directory.");
        Path broken = file("host_0.zip");
        Files.write(broken, new byte[] {'P', 'K', 3, 4, 0, 0});
        assertThatThrownBy(this::found).isInstanceOf(TraceException.class).hasMessageStartingWith(broken + ": ");
    }
}
