// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whoever copies a cell of our notebooks into a program gets what a program may use. */
class NotebookApiTest {
    private static final Pattern QUALIFIED = Pattern.compile("\\borg\\.etude((?:\\.[a-z]\\w*)*)\\.(?:[A-Z]|\\*)");
    private static final Pattern EXPORTED = Pattern.compile("exports org\\.etude([\\w.]*)[ ;]");
    private static final Pattern TRACES_BEHIND = Pattern.compile("\\.set\\(\\)");

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(MatchResult::group)
                .map(each -> pattern.matcher(each).replaceFirst("$1"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Path> notebooks() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("notebooks"))) {
            return files.filter(file -> file.toString().endsWith(".ipynb"))
                    .filter(file -> !file.toString().contains(".ipynb_checkpoints"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void cellsNameOnlyWhatTheModuleExports() throws IOException {
        Set<String> exported = found(EXPORTED, Files.readString(Path.of("src/main/java/module-info.java")));
        assertThat(exported).contains("", ".spec").hasSizeGreaterThan(10);
        for (Path file : notebooks()) {
            String code = NotebookFile.read(file).cells().stream()
                    .filter(Cell::runs)
                    .map(Cell::source)
                    .collect(Collectors.joining("\n"));
            assertThat(exported).as(file.toString()).containsAll(found(QUALIFIED, code));
            assertThat(TRACES_BEHIND.matcher(code).find())
                    .as(file + " reaches behind Workload")
                    .isFalse();
        }
        assertThat(found(QUALIFIED, "org.etude.compat.chakra.view.Visualizer.write(a); import org.etude.sim.*;"))
                .containsExactly(".compat.chakra.view", ".sim");
    }
}
