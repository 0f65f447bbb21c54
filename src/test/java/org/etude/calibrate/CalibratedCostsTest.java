// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.collective.CollectiveAlgorithm;
import org.etude.spec.CommunicationCosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Costs of an all-reduce of 2 ranks that takes 100 us + 1 us per KB, and what follows for other groups. */
class CalibratedCostsTest {
    private static final String HEADER = "of,parameter,unit,value,low,high,from_bytes,to_bytes,samples\n";
    private static final String CURVE =
            "all_reduce of 2 ranks,alpha,us,100,90,110,1000,8000,4\nall_reduce of 2 ranks,bandwidth,GB/s,1,0.9,1.1,1000,8000,4\n";

    @TempDir
    private Path dir;

    private static FitResult fit(CollectiveAlgorithm algorithm) {
        List<CollectiveTiming> timings = new ArrayList<>();
        for (long bytes = 1_000; bytes <= 64_000_000; bytes *= 4) {
            timings.add(new CollectiveTiming("all_reduce", 2, bytes, 100 + bytes * 1e-3));
        }
        return FitResult.of(timings, List.of(), algorithm);
    }

    private CalibratedCosts read(String text) throws IOException {
        return CalibratedCosts.read(Files.writeString(dir.resolve("parameters.csv"), text));
    }

    @Test
    void aGroupThatWasTimedTakesItsCurve() {
        CommunicationCosts.Cost cost =
                CalibratedCosts.of(fit(CollectiveAlgorithm.RING).parameters()).cost("all_reduce", 2, 1_000_000);
        assertThat(cost.startUs()).isCloseTo(100, within(1e-6));
        assertThat(cost.micros(1_000_000)).isCloseTo(1_100, within(1e-6));
        assertThat(cost.evidence()).startsWith("timed all_reduce of 2 ranks, 1000 to ");
    }

    /** A ring of 8 has 14 steps instead of 2 and moves 7/4 bytes instead of 1; a tree has 6 steps and moves the same 2. */
    @Test
    void otherGroupsFollowTheAlgorithmOfTheLinks() {
        CommunicationCosts.Cost ring =
                CalibratedCosts.of(fit(CollectiveAlgorithm.RING).parameters()).cost("all_reduce", 8, 1_000_000);
        assertThat(ring.startUs()).isCloseTo(700, within(1e-6));
        assertThat(ring.usPerByte()).isCloseTo(1.75e-3, within(1e-12));
        assertThat(ring.evidence()).isEqualTo("no all_reduce of 8 ranks were timed; derived from fitted links (ring)");
        CommunicationCosts.Cost tree =
                CalibratedCosts.of(fit(CollectiveAlgorithm.TREE).parameters()).cost("all_reduce", 8, 1_000_000);
        assertThat(tree.startUs()).isCloseTo(300, within(1e-6));
        assertThat(tree.usPerByte()).isCloseTo(1e-3, within(1e-12));
        CommunicationCosts.Cost message =
                CalibratedCosts.of(fit(CollectiveAlgorithm.RING).parameters()).cost("sendrecv", 2, 1);
        assertThat(message.startUs()).isCloseTo(50, within(1e-6));
    }

    @Test
    void eachPieceOfACurveHoldsForItsSizes() throws IOException {
        CalibratedCosts costs = read(HEADER + "all_reduce of 4 ranks,alpha,us,500,,,100000,900000,3\n" + CURVE
                + "all_reduce of 2 ranks,bandwidth,GB/s,4,,,10000,20000,4\nall_reduce of 2 ranks,alpha,us,400,,,10000,20000,4\n"
                + "all_reduce of 4 ranks,bandwidth,GB/s,2,,,100000,900000,3\n");
        assertThat(costs.cost("all_reduce", 2, 2_000).micros(2_000)).isCloseTo(102, within(1e-9));
        assertThat(costs.cost("all_reduce", 2, 16_000).micros(16_000)).isCloseTo(404, within(1e-9));
        assertThat(costs.cost("all_reduce", 4, 1).micros(2_000)).isCloseTo(501, within(1e-9));
        assertThatThrownBy(() -> costs.cost("all_reduce", 8, 1))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("no measurement covers all_reduce of 8 ranks; there are [all_reduce of 2 ranks,")
                .hasMessageContaining("Time that collective in groups of that size");
    }

    @Test
    void aStartBelowZeroIsNoneAndTimesMustGrow() throws IOException {
        assertThat(read(HEADER + CURVE.replace("us,100,90", "us,-3,-9"))
                        .cost("all_reduce", 2, 1)
                        .startUs())
                .isZero();
        for (String rate : List.of("0", "-2")) {
            CalibratedCosts costs = read(HEADER + CURVE.replace("GB/s,1,", "GB/s," + rate + ","));
            assertThatThrownBy(() -> costs.cost("all_reduce", 2, 1))
                    .isInstanceOf(CalibrationException.class)
                    .hasMessageContaining("the fitted time does not grow with the size");
        }
    }

    @Test
    void aDirectoryStandsForItsFile() throws IOException {
        read(HEADER + CURVE);
        assertThat(CalibratedCosts.read(dir).cost("all_reduce", 2, 1_000).startUs())
                .isEqualTo(100);
    }

    @Test
    void saysWhereAFileIsNone() {
        assertThatThrownBy(() -> CalibratedCosts.read(dir.resolve("none.csv")))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("none.csv: cannot be read")
                .hasMessageContaining("etude calibrate --fit --out DIR");
        assertThatThrownBy(() -> read("alpha_us,step_ms\n1,2\n"))
                .hasMessageContaining("parameters.csv, line 1: the columns are [alpha_us, step_ms]");
        assertThatThrownBy(() -> read("")).hasMessageContaining("line 1: the columns are []");
        assertThatThrownBy(() -> read(HEADER + CURVE.replace("us,100,", "us,fast,")))
                .hasMessageContaining("line 2, column value: found 'fast', not a number");
        assertThatThrownBy(() -> read(HEADER + CURVE.replace("us,100,", "us,NaN,")))
                .hasMessageContaining("line 2, column value: found 'NaN', not a finite number");
        assertThatThrownBy(() -> read(HEADER + CURVE.replace("1.1,1000,", "1.1,1e3,")))
                .hasMessageContaining("line 3, column from_bytes: found '1e3', not a whole number");
    }

    @Test
    void saysWhatAFileLacks() {
        assertThatThrownBy(() -> read(HEADER + "step without communication,launch,us,3,,,,,6\n"))
                .hasMessageContaining("nothing fitted to collectives among 1 parameter");
        assertThatThrownBy(() -> read(HEADER + CURVE.lines().findFirst().orElseThrow() + "\n"))
                .hasMessageContaining("all_reduce of 2 ranks from 1000 bytes has an alpha but no bandwidth");
        assertThatThrownBy(
                        () -> read(HEADER + "links (ring),latency,us,3,,,,,6\n").cost("all_reduce", 4, 1))
                .hasMessageContaining("links (ring) have no overhead");
    }
}
