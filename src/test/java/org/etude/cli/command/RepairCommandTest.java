// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepairCommandTest {
    private static final String CHANGES = "rank,node,pass,action,reason\n";

    @TempDir
    private Path dir;

    private Path broken;

    @BeforeEach
    void writeAGraphWithADependencyOnNothing() {
        EtGraph graph = new EtGraphBuilder("0.0.4", List.of())
                .add(EtNode.of(1, "a", EtNodeType.COMP).withDurationMicros(5))
                .add(EtNode.of(2, "b", EtNodeType.COMP).withDurationMicros(5).withDataDeps(1, 77))
                .build();
        broken = dir.resolve("broken");
        EtFiles.writeSet(new EtSet("w", List.of(graph), CommGroups.none(), Report.empty()), broken, Progress.NONE);
    }

    @Test
    void printsEveryChangeAndWritesTheResult() throws IOException {
        Path out = dir.resolve("out");
        TestShell shell = TestShell.run("repair", broken.resolve("w"), "--out", out, "--format", "csv")
                .exits(ExitCode.OK);
        assertThat(shell.err()).isEmpty();
        assertThat(shell.out())
                .startsWith("# changes\n" + CHANGES
                        + "0,2,dangling,remove data dependency on 77,no node has this id\n# findings\n");
        assertThat(TestShell.files(out)).containsExactly("changes.csv", "findings.csv", "groups.json", "w.0.et");
        assertThat(out.resolve("changes.csv")).content().startsWith(CHANGES + "0,2,dangling,");
        assertThat(EtFiles.read(out.resolve("w.0.et")).dataDeps(1)).containsExactly(1);
    }

    @Test
    void aClusterNeedsTheOptionalModule() {
        TestShell shell =
                TestShell.run("repair", broken, "--on", "spark://head:7077").exits(ExitCode.FAILED);
        assertThat(shell.err()).contains("spark://head:7077: Etude's Spark module is not on the class path");
    }

    @Test
    void repairingTwiceChangesNothingMore() {
        Path once = dir.resolve("once");
        Path twice = dir.resolve("twice");
        TestShell.run("repair", broken, "--out", once).exits(ExitCode.OK);
        TestShell again = TestShell.run("repair", once, "--out", twice).exits(ExitCode.OK);
        assertThat(again.out()).startsWith("changes\n rank  node  pass  action  reason\n (no rows)\n");
        assertThat(twice.resolve("w.0.et")).hasSameBinaryContentAs(once.resolve("w.0.et"));
    }

    @Test
    void printsJson() throws IOException {
        TestShell shell = TestShell.run("repair", broken, "--format", "json").exits(ExitCode.OK);
        JsonNode tree = new ObjectMapper().readTree(shell.out());
        assertThat(tree.get("changes").get(0).get("pass").asText()).isEqualTo("dangling");
        assertThat(tree.get("findings").isArray()).isTrue();
    }

    @Test
    void saysWhereABrokenFileBreaks() throws IOException {
        byte[] whole = Files.readAllBytes(broken.resolve("w.0.et"));
        Files.write(broken.resolve("w.0.et"), Arrays.copyOf(whole, whole.length - 3));
        TestShell shell = TestShell.run("repair", broken).exits(ExitCode.FAILED);
        assertThat(shell.err())
                .startsWith("etude: " + broken.resolve("w.0.et") + ": not a valid Chakra ET: record ")
                .contains(", byte ");
    }

    @Test
    void aTargetThatCannotBeWrittenIsAnError() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "");
        TestShell shell =
                TestShell.run("repair", broken, "--out", file.resolve("below")).exits(ExitCode.FAILED);
        assertThat(shell.err()).contains(": cannot be written: ");
    }
}
