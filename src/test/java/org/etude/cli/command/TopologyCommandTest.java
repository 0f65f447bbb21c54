// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyCommandTest {
    @TempDir
    private Path directory;

    @Test
    void writesTheSetOfFilesOfThePublishedTorus() throws Exception {
        String out = directory.toString();
        TestShell shell = TestShell.run(
                "topology", "torus:4x4x8", "--bandwidth", "25,25,65,65Gbps", "--latency", "5,5,14,14us", "--out", out);
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(directory.resolve("physical.txt")))
                .startsWith("256 128 512\n128 129 130 ")
                .contains("\n0 128 65Gbps 0.014ms 0\n")
                .contains("\n128 129 25Gbps 0.005ms 0\n");
        assertThat(directory.resolve("logical.json")).hasContent("{\"logical-dims\": [\"4\", \"4\", \"8\"]}");
        assertThat(Files.readString(directory.resolve("network.yml"))).startsWith("topology: [ Ring, Ring, Ring ]");
        assertThat(Files.readString(directory.resolve("system.json")))
                .contains("\"all-reduce-implementation\": [\"ring\", \"ring\", \"ring\"]");
        assertThat(TestShell.run("topology", "file:" + out, "--format", "csv").out())
                .contains("file:physical.txt,4x4x8,128,128,512,7,10,");
    }

    @Test
    void printsTheMetricsOfANetwork() {
        TestShell shell = TestShell.run("topology", "fattree:16x8", "--bandwidth", "65Gbps", "--format", "csv");
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains("fattree:16x8,128,128,24,256,16,4,3.8", ",4160,1\n");
        assertThat(TestShell.run("topology", "auto:2d", "--ranks", "32", "--links", "--format", "csv")
                        .out())
                .contains("torus:4x8,4x8,32,", "# topology_links\n");
    }

    @Test
    void clustersAreTopologiesByWordAndByFile() {
        TestShell words = TestShell.run("topology", "spectrum-x:1024", "--format", "csv");
        assertThat(words.code()).isEqualTo(ExitCode.OK);
        assertThat(words.out()).contains("spectrum-x:1024,8x64x2,1024,208,3072,128,4,3.86");
        assertThat(TestShell.run("topology", "nvl72:2", "--bandwidth", "7200,200,800Gbps", "--links", "--format", "csv")
                        .out())
                .contains("\n0,144,nvlink,7200,0.025,0\n", "\n0,146,nic,200,0.5,0\n", "\n146,150,spine,800,0.5,0\n");
        assertThat(TestShell.run("topology", "simai", "-topo", "DCN+", "-g", 64, "--out", directory)
                        .code())
                .isEqualTo(ExitCode.OK);
        String file = directory.resolve("DCN+SingleToR_64g_8gps_400Gbps_H100").toString();
        assertThat(TestShell.run("topology", file, "--format", "csv").out())
                .contains("file:DCN+SingleToR_64g_8gps_400Gbps_H100,8x8,64,17,136,");
        TestShell wrong = TestShell.run("topology", "spectrum-x:12");
        assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).contains("not a multiple of 8 per server").contains("Use 16 GPUs");
    }

    @Test
    void writesAndReadsDescriptions() throws Exception {
        Path file = directory.resolve("tree.yaml");
        TestShell shell =
                TestShell.run("topology", "fattree:4x2", "--bandwidth", "100Gbps", "--out", file, "--format", "csv");
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(file)).startsWith("name: fattree-4x2\n").contains("gigabits_per_second: 100\n");
        assertThat(TestShell.run("topology", file, "--format", "csv").out()).isEqualTo(shell.out());
        Files.writeString(file, Files.readString(file).replace("switch[1]", "switch[9]"));
        TestShell wrong = TestShell.run("topology", file);
        assertThat(wrong.code())
                .as("the command line is right, the file is not")
                .isEqualTo(ExitCode.FAILED);
        assertThat(wrong.err())
                .startsWith("etude: " + file)
                .doesNotContain("--help")
                .contains("edges[1].ep1.instance: \"switch[9]\" is empty or out of range for the 6 instances")
                .contains("Use indices from 0 to 5");
        assertThat(TestShell.run("topology", "torus:4x4", "--out", directory.resolve("t.json"))
                        .code())
                .isEqualTo(ExitCode.OK);
        assertThat(Files.readString(directory.resolve("t.json"))).startsWith("{\n");
    }

    @Test
    void tooManyPortsAreAnError() {
        TestShell shell = TestShell.run("topology", "switch:8", "--ports", "4", "--format", "csv");
        assertThat(shell.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(shell.out()).contains("a switch has 4 ports");
    }

    @Test
    void wrongUsageShowsTheForms() {
        assertThat(TestShell.run("topology").code()).isEqualTo(ExitCode.USAGE);
        assertThat(TestShell.run("topology").err()).contains("say which network");
        assertThat(TestShell.run("topology", "web:8").code()).isEqualTo(ExitCode.USAGE);
        assertThat(TestShell.run("topology", "web:8").err()).contains("hierarchical:fc:8/fattree:4x4");
        assertThat(TestShell.run("topology", "auto:2d").code()).isEqualTo(ExitCode.FAILED);
        assertThat(TestShell.run("topology", "torus:4x4", "--bandwidth", "1,2,3,4Gbps")
                        .err())
                .contains("has 2 levels (and host) but 4 bandwidths are given");
    }
}
