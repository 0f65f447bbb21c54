// SPDX-License-Identifier: Apache-2.0
package org.etude.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The methods that launchers keep the optimising compiler from merging exist, and are the same everywhere. */
class CompilerOptionsTest {
    private static final Pattern PACKAGE = Pattern.compile("[a-z]+(\\.[a-z]+)+");
    private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z_]+");
    private static final Pattern METHOD = Pattern.compile("[A-Z]\\w*\\.\\w+");

    @Test
    void theMethodsKeptApartExist() throws Exception {
        for (String method : keptApart("etude", "for method in", "; do")) {
            String[] parts = method.split("\\.");
            Class<?> owner = Class.forName("org.etude.network.packet.device." + parts[0]);
            assertThat(Arrays.stream(owner.getDeclaredMethods()))
                    .as(method)
                    .anyMatch(candidate -> candidate.getName().equals(parts[1]));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "etude.cmd,                                                   for %%m in (,      )",
        "packaging/wheel/etude_launcher/__init__.py,                  APART = [,         ]",
        "src/main/java/org/etude/notebook/install/ClassArchive.java,  APART = List.of(,  );",
    })
    void everyLauncherKeepsTheSameMethodsApart(String file, String from, String to) throws IOException {
        assertThat(keptApart(file, from, to)).isEqualTo(keptApart("etude", "for method in", "; do"));
    }

    @ParameterizedTest
    @CsvSource({
        "etude.cmd,                                   for %%o in (, )",
        "packaging/wheel/etude_launcher/__init__.py,  OPENED = (,   )",
    })
    void everyLauncherOpensTheSamePackagesToSpark(String file, String from, String to) throws IOException {
        assertThat(found(PACKAGE, file, from, to))
                .contains("java.util.concurrent")
                .isEqualTo(found(PACKAGE, "etude", "for opened in", "; do"));
    }

    /** Before JDK 21 a method that waits for its compiler when the archive of classes is written is never compiled later. */
    @ParameterizedTest
    @CsvSource({
        "etude,                                                       then settled=,              ; fi",
        "etude.cmd,                                                   LSS 21 set,                 set",
        "packaging/wheel/etude_launcher/__init__.py,                  NOTHING_WAITS = [,          ]",
        "src/main/java/org/etude/notebook/install/ClassArchive.java,  NOTHING_WAITS = List.of(,   );",
    })
    void archivesAreWrittenWithNothingWaitingForACompiler(String file, String from, String to) throws IOException {
        assertThat(found(Pattern.compile("Xbatch|XX:TieredStopAtLevel=1"), file, from, to))
                .containsExactly("Xbatch", "XX:TieredStopAtLevel=1");
    }

    /** So that a shard's threads and its collector follow the same number of cores. */
    @ParameterizedTest
    @CsvSource({
        "etude,                                       for cores in,         ; do",
        "packaging/wheel/etude_launcher/__init__.py,  CORES = (,            )",
    })
    void launchersTakeTheNumberOfCoresFromTheVariablesThatSweepsRead(String file, String from, String to)
            throws IOException {
        assertThat(found(VARIABLE, file, from, to))
                .contains("SLURM_CPUS_PER_TASK")
                .isEqualTo(found(VARIABLE, "src/main/java/org/etude/sweep/CoreShare.java", "VARIABLES =", ");"));
    }

    private static List<String> keptApart(String file, String from, String to) throws IOException {
        return found(METHOD, file, from, to);
    }

    private static List<String> found(Pattern what, String file, String from, String to) throws IOException {
        String text = Files.readString(Path.of(file));
        int begin = text.indexOf(from) + from.length();
        assertThat(begin).as("\"" + from + "\" in " + file).isGreaterThanOrEqualTo(from.length());
        Matcher names = what.matcher(text.substring(begin, text.indexOf(to, begin)));
        List<String> found = names.results().map(result -> result.group()).toList();
        assertThat(found).as(file).isNotEmpty();
        return found;
    }
}
