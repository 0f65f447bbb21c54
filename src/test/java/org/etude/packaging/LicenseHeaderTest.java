// SPDX-License-Identifier: Apache-2.0
package org.etude.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every source file says in its first lines under which license it is; Spotless skips package-info.java and module-info.java. */
class LicenseHeaderTest {
    private static final String LINE = "SPDX-License-Identifier: Apache-2.0";
    /** A script begins with the name of its interpreter. */
    private static final int LINES = 2;

    @Test
    void javaSourcesSayTheirLicense() throws IOException {
        assertThat(without(Path.of("src"), ".java")).isEmpty();
    }

    @Test
    void scriptsSayTheirLicense() throws IOException {
        assertThat(without(Path.of("data", "capture"), ".py")).isEmpty();
        assertThat(without(Path.of("packaging"), ".py")).isEmpty();
        assertThat(without(Path.of("src", "test", "python"), ".py")).isEmpty();
        assertThat(List.of(Path.of("etude"), Path.of(".ci", "run"))).allMatch(LicenseHeaderTest::says);
    }

    private static List<Path> without(Path root, String ending) throws IOException {
        List<Path> missing = new ArrayList<>();
        int found = 0;
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>)
                    files.filter(f -> f.toString().endsWith(ending) && isOurs(root.relativize(f)))::iterator) {
                found++;
                if (!says(file)) {
                    missing.add(file);
                }
            }
        }
        assertThat(found).as(root + "/**" + ending).isPositive();
        return missing;
    }

    /** Whether it is none of what building and virtual environments leave there. */
    private static boolean isOurs(Path file) {
        for (Path part : file) {
            if (part.toString().matches("\\..*|build|dist|site-packages|.*venv.*")) {
                return false;
            }
        }
        return true;
    }

    private static boolean says(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.limit(LINES).anyMatch(line -> line.contains(LINE));
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }
}
