// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.etude.SmallTraces;
import org.etude.cli.TestShell;
import org.etude.cli.base.Launch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Etude in a Java machine whose class path lacks the optional SQLite driver. */
class MissingDriverTest {
    @TempDir
    private Path dir;

    /** What a process without the driver prints when it loads this, after its exit status. */
    private String load(Path path) throws IOException, InterruptedException {
        ProcessBuilder builder = Launch.builder("load", path);
        int classPath = builder.command().indexOf("-cp") + 1;
        String without = Arrays.stream(builder.command().get(classPath).split(File.pathSeparator))
                .filter(entry -> !new File(entry).getName().startsWith("sqlite-jdbc"))
                .collect(Collectors.joining(File.pathSeparator));
        assertThat(without).isNotEqualTo(builder.command().set(classPath, without));
        Path out = dir.resolve("out.txt");
        Process process =
                builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
        int code = process.waitFor();
        return code + "\n" + Files.readString(out, StandardCharsets.UTF_8);
    }

    @Test
    void aDatabaseSaysWhichLibraryReadsIt() throws Exception {
        Path file = Databases.write(dir.resolve("rank_3.sqlite"), Databases.NSYS_TABLES, Databases.nsys(500));
        assertThat(load(file))
                .startsWith("1\n")
                .contains("rank_3.sqlite: it is an SQLite database, and org.xerial:sqlite-jdbc, which reads those,")
                .contains("is not on the class path")
                .contains("Add org.xerial:sqlite-jdbc to the project.")
                .doesNotContain("at org.etude", "ClassNotFound", "No suitable driver");
        assertThat(TestShell.run("load", file).out())
                .contains("device_events")
                .doesNotContain("is not on the class path");
    }

    @Test
    void aDatabaseNextToTracesIsNotDroppedInSilence() throws Exception {
        Path traces = SmallTraces.write(dir.resolve("traces"), 2);
        Databases.write(traces.resolve("notes.db"), Databases.NSYS_TABLES, Databases.nsys(500));
        assertThat(load(traces))
                .contains("device_events", "notes.db")
                .containsPattern("not read\\s+an SQLite database, and org.xerial:sqlite-jdbc");
    }
}
