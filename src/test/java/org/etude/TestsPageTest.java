// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/tests.md names tests that exist. */
class TestsPageTest {
    private static final Pattern NAME = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+))?`");

    @Test
    void everyTestNamedIsThere() throws IOException {
        Map<String, Path> classes;
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            classes = files.filter(file -> file.toString().endsWith("Test.java"))
                    .collect(Collectors.toMap(
                            file -> file.getFileName().toString().replace(".java", ""), file -> file, (a, b) -> a));
        }
        var named = NAME.matcher(Files.readString(Path.of("docs/tests.md")))
                .results()
                .toList();
        assertThat(named).hasSizeGreaterThan(30);
        for (MatchResult test : named) {
            assertThat(classes).containsKey(test.group(1));
            if (test.group(2) != null) {
                assertThat(Files.readString(classes.get(test.group(1))))
                        .as(test.group())
                        .contains("void " + test.group(2) + "(");
            }
        }
    }
}
