// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How packets cross the network, asked for on the command line. */
class PacketOptionsOfShellTest {
    @TempDir
    Path dir;

    @Test
    void sprayedPacketsAreSimulatedAndReported() {
        TestShell shell = run("--spraying", "16", "--trimming", "--no-pfc");
        assertThat(shell.code()).isZero();
        assertThat(shell.out())
                .contains("packet network: step")
                .contains("packets are sprayed over 16 entropy values, and trimmed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--trimming | --trimming: packets are trimmed but not sprayed",
                "--spraying 4 --fidelity aware | --spraying is of packets; leave out --fidelity, or use packet",
                "--no-pfc --fidelity analytic | --no-pfc is of packets; leave out --fidelity, or use packet",
                "--spraying 4 --packet-config hpcc | congestion control is HPCC, which needs the packets of a flow in order",
                "--spraying -1 | --spraying: ",
            })
    void whatDoesNotGoTogetherIsRefused(String options, String error) {
        TestShell shell = run(options.split(" "));
        assertThat(shell.code()).isEqualTo(2);
        assertThat(shell.err()).contains(error).contains("etude simulate --help");
    }

    private TestShell run(String... options) {
        List<Object> args = new ArrayList<>(List.of(
                "simulate", SmallEts.write(dir.resolve("et"), 2), "--topology", "switch:2", "--out", dir.resolve("o")));
        args.addAll(List.of(options));
        return TestShell.run(args.toArray());
    }
}
