// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.us;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.etude.plot.model.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

/** The first screen of the README says what its code gives. */
class ReadmeFiguresTest {
    private final String readme;

    ReadmeFiguresTest() throws IOException {
        readme = Files.readString(Path.of("README.md"));
    }

    @Test
    void theFirstExampleGivesTheTableBelowIt() {
        Workload step = Traces.load("data/moe-2").link().toEt().repair();
        Table slow = ranks(step, 1);
        for (int rank = 0; rank < 2; rank++) {
            assertThat(readme)
                    .contains(String.format(
                            Locale.ROOT,
                            "%5d %8.3f %8.3f %8.3f\n",
                            rank,
                            value(slow, "wall_ms", rank),
                            value(slow, "comm_ms", rank),
                            value(slow, "host_ms", rank)));
        }
        Table fast = ranks(step, 400);
        int last = value(fast, "wall_ms", 0) > value(fast, "wall_ms", 1) ? 0 : 1;
        assertThat(readme)
                .contains(String.format(
                        Locale.ROOT,
                        "// fast: %.1f ms, of which %.1f communication",
                        value(fast, "wall_ms", last),
                        value(fast, "comm_ms", last)));
    }

    /** But for its fonts, the picture is what {@code etude plot overlap data/moe-2 --size double} draws today. */
    @Test
    void thePictureIsTheRecordedStep(@TempDir Path dir) throws IOException {
        Path drawn = dir.resolve("overlap.svg");
        Plots.overlap(Traces.load("data/moe-2")).save(drawn, Size.DOUBLE);
        assertThat(marks(Path.of("docs", "images", "overlap-moe-2.svg"))).isEqualTo(marks(drawn));
    }

    private static String marks(Path svg) throws IOException {
        return Files.readString(svg).replaceAll("(?s)<style>.*?</style>", "");
    }

    private static Table ranks(Workload step, double gigabits) {
        return step.simulate(Topology.ring(2).bandwidth(gbps(gigabits)).latency(us(2)))
                .ranks();
    }

    private static double value(Table ranks, String column, int rank) {
        return ranks.doubleColumn(column).getDouble(rank);
    }
}
