// SPDX-License-Identifier: Apache-2.0
package org.etude.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comments, messages and documents use the field's own English: the turns of phrase that the glossary forbids do not come back. */
class GlossaryTest {
    private static final Pattern FOREIGN = Pattern.compile(String.join(
            "|",
            "\\ba (row|line|unit) a (rank|node|step|message|link|flow|collective|file)\\b",
            "[0-9] bytes an? [a-z]",
            "\\ba (row|line) each\\b",
            "\\bfor ever\\b",
            "\\bis no change\\b",
            "\\bno node is meant\\b",
            "\\bwhat it gave\\b",
            "\\bstands beside\\b",
            "\\b(?:of|with|for|after|by|at most) so many\\b",
            "\\bwhen it is none[.;,]",
            "\\bas people (?:write|type)\\b"));

    @Test
    void noForeignPhraseIsLeft() throws IOException {
        List<String> found = new ArrayList<>();
        for (String place : List.of("src/main/java", "docs", "configs")) {
            try (Stream<Path> files = Files.walk(Path.of(place))) {
                for (Path file :
                        (Iterable<Path>) files.filter(GlossaryTest::isText).sorted()::iterator) {
                    gather(file, found);
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a row a rank",
                "16 bytes a node",
                "8 bytes an event",
                "rows, a row each",
                "waits for ever",
                "after so many bytes"
            })
    void isFound(String phrase) {
        assertThat(FOREIGN.matcher(phrase).find()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"one row per rank", "16 bytes per node", "bytes a link sees", "for every row"})
    void isFine(String phrase) {
        assertThat(FOREIGN.matcher(phrase).find()).isFalse();
    }

    private static boolean isText(Path file) {
        return file.toString().endsWith(".java") || file.toString().endsWith(".md");
    }

    private static void gather(Path file, List<String> found) throws IOException {
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            Matcher matcher = FOREIGN.matcher(line);
            while (matcher.find()) {
                found.add(file + ":" + number + ": " + matcher.group());
            }
        }
    }
}
