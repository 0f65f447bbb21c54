// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.StandardJavaFileManager;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the ```java blocks of README.md and docs/ as a user would in a notebook: those of one page in order, in one JShell
 * session, from the repository's root. A block marked ```java norun is left out.
 */
class SnippetsTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java[ \\t]*$\\R(.*?)^```[ \\t]*$");
    private static final String IMPORTS = "import org.etude.*;\nimport static org.etude.unit.Units.*;\n";

    @TestFactory
    Stream<DynamicTest> theSnippetsOfThePagesRun() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path page : List.of(Path.of("README.md"), Path.of("docs"))) {
            if (Files.exists(page)) {
                try (Stream<Path> files = Files.walk(page)) {
                    files.filter(f -> f.toString().endsWith(".md")).sorted().forEach(pages::add);
                }
            }
        }
        return pages.stream()
                .map(page -> DynamicTest.dynamicTest(page.toString(), () -> run(blocks(Files.readString(page)))));
    }

    @Test
    void aWrongSnippetIsFoundOut() throws IOException {
        assertThat(problems("var x = Traces.load(\"data/cnn-2\").lnk();")).hasSize(1);
        assertThat(problems("Topology.torus(0);")).singleElement().asString().contains("has 0 nodes");
        assertThat(problems("var t = Topology.ring(2)\n        .latency(us(14));\nt"))
                .isEmpty();
    }

    @Test
    void blocksAreFoundByTheirMark() {
        assertThat(blocks("a\n```java\none\ntwo\n```\n```java norun\nthree\n```\n```\nfour\n```\n"))
                .containsExactly("one\ntwo\n");
    }

    private static List<String> blocks(String page) {
        List<String> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(page.replace("\r\n", "\n"));
        while (block.find()) {
            blocks.add(block.group(1));
        }
        return blocks;
    }

    private static void run(List<String> blocks) throws IOException {
        if (!blocks.isEmpty()) {
            assertThat(problems(String.join("\n", blocks))).isEmpty();
        }
    }

    private static List<String> problems(String source) throws IOException {
        List<String> problems = new ArrayList<>();
        List<StandardJavaFileManager> open = new ArrayList<>();
        try (JShell shell = JShell.builder()
                .executionEngine("local")
                .fileManager(files -> {
                    open.add(files); // JShell leaves every jar of the class path open
                    return files;
                })
                .build()) {
            for (String entry : System.getProperty("java.class.path").split(System.getProperty("path.separator"))) {
                shell.addToClasspath(entry);
            }
            String rest = IMPORTS + source;
            while (!rest.isBlank()) {
                CompletionInfo next = shell.sourceCodeAnalysis().analyzeCompletion(rest);
                if (!next.completeness().isComplete()) {
                    problems.add("not complete: " + rest);
                    break;
                }
                for (SnippetEvent event : shell.eval(next.source())) {
                    problem(shell, event, problems);
                }
                rest = next.remaining();
            }
        } finally {
            for (StandardJavaFileManager files : open) {
                files.close();
            }
        }
        return problems;
    }

    private static void problem(JShell shell, SnippetEvent event, List<String> problems) {
        if (event.status() == Snippet.Status.REJECTED) {
            shell.diagnostics(event.snippet())
                    .forEach(d -> problems.add(event.snippet().source() + ": " + d.getMessage(Locale.ROOT)));
        } else if (event.exception() != null) {
            problems.add(event.snippet().source() + ": " + event.exception());
        }
    }
}
