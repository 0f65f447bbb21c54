// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathCompleterTest {
    @TempDir
    private Path dir;

    @BeforeEach
    void fill() throws IOException {
        Files.createDirectories(dir.resolve("data/cnn 2#%41"));
        Files.createFile(dir.resolve("data/cnn.json.gz"));
        Files.createFile(dir.resolve("data/训练.json"));
        Files.createFile(dir.resolve("data/.hidden"));
        Files.createFile(dir.resolve("README.md"));
    }

    private List<String> items(String before) {
        return new PathCompleter(dir)
                .complete(before).orElseThrow().items().stream()
                        .map(Completions.Item::text)
                        .toList();
    }

    @Test
    void listsWhatBeginsSoInOrder() {
        assertThat(items("Traces.load(\"")).containsExactly("README.md", "data/");
        assertThat(items("Traces.load(\"data/")).containsExactly("cnn 2#%41/", "cnn.json.gz", "训练.json");
        assertThat(items("Traces.load(\"data/c")).containsExactly("cnn 2#%41/", "cnn.json.gz");
        assertThat(items("Traces.load(\"data/训")).containsExactly("训练.json");
        assertThat(items("f(\"data/.h")).containsExactly(".hidden");
        assertThat(items("f(\"data/../RE")).containsExactly("README.md");
        assertThat(items("f(\"" + dir.resolve("data").toString().replace('\\', '/') + "/cnn."))
                .containsExactly("cnn.json.gz");
        assertThat(items("f(\"nothing/x")).isEmpty();
        assertThat(items("f(\"README.md/")).isEmpty();
        assertThat(items("f(\"\0")).isEmpty();
    }

    @Test
    void replacesTheLastNameAlone() {
        Completions completions =
                new PathCompleter(dir).complete("x = \"data/cn").orElseThrow();
        assertThat(completions.start()).isEqualTo(10);
        assertThat(completions.end()).isEqualTo(12);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "data/",
                "\"data\" + ",
                "// \"data/",
                "/* \"data/",
                "\"\"\"\n\"data/",
                "'\"' + data/",
                "'a",
                "\"a\\\"b\" + ",
                "\"ended in its line\n data/",
                "\"a\" /* \" */ + "
            })
    void codeIsNoPath(String before) {
        assertThat(new PathCompleter(dir).complete(before)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "// it's\nf(\"",
                "/* \" */ f(\"",
                "'\"' + \"",
                "'\\'' + \"",
                "\"a\\\\\" + \"",
                "\"\"\"\n \" \"\"\" + \"",
                "\"http://x\" + \""
            })
    void aLiteralBeginsAfterOtherOnes(String before) {
        assertThat(items(before)).containsExactly("README.md", "data/");
    }

    /** A name is inserted into a literal, so it is written as one. */
    @EnabledOnOs({OS.LINUX, OS.MAC})
    @Test
    void namesWithQuotesAreEscaped() throws IOException {
        Files.createDirectories(dir.resolve("odd/a\"b"));
        Files.createFile(dir.resolve("odd/a\"b/c\\d\te"));
        assertThat(items("f(\"odd/a")).containsExactly("a\\\"b/");
        assertThat(items("f(\"odd/a\\\"")).containsExactly("a\\\"b/");
        assertThat(items("f(\"odd/a\\\"b/")).containsExactly("c\\\\d\\te");
    }
}
