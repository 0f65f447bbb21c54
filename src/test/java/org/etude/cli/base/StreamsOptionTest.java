// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Units.mib;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.etude.Workload;
import org.etude.cli.TestShell;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One communication stream or one per process group, from the shell. */
class StreamsOptionTest {
    @TempDir
    private Path dir;

    @BeforeEach
    void twoByTwo() {
        Workload.of(4, r -> r.collective("gradients", CollectiveType.ALL_REDUCE, mib(4), r.rank() % 2 == 0 ? 3 : 4)
                        .after()
                        .collective("layers", CollectiveType.ALL_REDUCE, mib(1), r.rank() < 2 ? 1 : 2))
                .groups(Map.of(1, List.of(0, 1), 2, List.of(2, 3), 3, List.of(0, 2), 4, List.of(1, 3)))
                .save(dir.toString());
    }

    private TestShell simulate(String streams) {
        return TestShell.run(
                "simulate",
                dir.resolve("workload"),
                "--fidelity",
                "analytic",
                "--topology",
                "switch:4",
                "--bandwidth",
                "80Gbps",
                "--latency",
                "1us",
                "--format",
                "csv",
                "--streams",
                streams);
    }

    @Test
    void groupsShareTimeOnlyWhenAskedTo() {
        String one = simulate("one").exits(ExitCode.OK).out();
        String several = simulate("per-group").exits(ExitCode.OK).out();
        assertThat(one).isNotEqualTo(several);
        assertThat(one.lines().filter(line -> line.startsWith("3,"))).hasSize(1);
    }

    @Test
    void otherWordsAreRefused() {
        assertThat(simulate("two").exits(ExitCode.USAGE).err()).contains("'two' is neither one nor per-group");
    }
}
