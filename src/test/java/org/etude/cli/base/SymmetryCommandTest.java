// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One ET for many ranks, from the shell. */
class SymmetryCommandTest {
    @TempDir
    private Path dir;

    private TestShell astraSim(String... more) throws IOException {
        SmallEts.write(dir, 1);
        Files.writeString(
                dir.resolve("s.json"),
                "{\"scheduling-policy\":\"LIFO\",\"endpoint-delay\":10,\"preferred-dataset-splits\":4,"
                        + "\"all-reduce-implementation\":[\"ring\"]}");
        Files.writeString(
                dir.resolve("n.yml"),
                "topology: [ Switch ]\nnpus_count: [ 96 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n");
        Files.writeString(dir.resolve("m.json"), "{\"memory-type\":\"NO_MEMORY_EXPANSION\"}");
        Object[] arguments = new Object[5 + more.length];
        arguments[0] = "astra-sim";
        arguments[1] = "--workload-configuration=" + dir.resolve("w");
        arguments[2] = "--system-configuration=" + dir.resolve("s.json");
        arguments[3] = "--network-configuration=" + dir.resolve("n.yml");
        arguments[4] = "--remote-memory-configuration=" + dir.resolve("m.json");
        System.arraycopy(more, 0, arguments, 5, more.length);
        return TestShell.run(arguments);
    }

    @Test
    void astraSimPrintsTheSameLinesReducedOrNot() throws IOException {
        for (String backend : new String[] {"--backend=unaware", "--backend=aware"}) {
            TestShell reducedRun = astraSim("--replicate", backend).exits(ExitCode.OK);
            TestShell plain = astraSim("--replicate", backend, "--fold=off").exits(ExitCode.OK);
            assertThat(reducedRun.out()).isEqualTo(plain.out()).contains("sys[95] finished, ");
        }
        assertThat(astraSim("--replicate", "--format=csv").exits(ExitCode.OK).out())
                .contains("reduced by symmetry: rank 0 was simulated for all 96");
    }

    @Test
    void withoutReplicateTheOtherRanksAreMissed() throws IOException {
        assertThat(astraSim().exits(ExitCode.FAILED).err()).contains("rank 1").contains("w.1.et");
    }

    @Test
    void simulateReplicatesTheOneTrace() {
        SmallEts.write(dir, 1);
        TestShell csv = TestShell.run(
                        "simulate", dir.resolve("w"), "--replicate", 64, "--fidelity", "unaware", "--format", "csv")
                .exits(ExitCode.OK);
        assertThat(csv.out()).contains("\n63,").contains("reduced by symmetry: rank 0 was simulated for all 64");
        assertThat(TestShell.run("simulate", dir.resolve("w"), "--replicate", 0)
                        .exits(ExitCode.USAGE)
                        .err())
                .startsWith("etude: --replicate is 0; give 1 or more\n");
    }
}
