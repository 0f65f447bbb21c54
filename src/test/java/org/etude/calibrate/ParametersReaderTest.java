// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fitted parameters read back from their file, and what is wrong with others; and {@link Estimate}s. */
class ParametersReaderTest {
    private static final String HEAD = "of,parameter,unit,value,low,high,from_bytes,to_bytes,samples\n";

    @TempDir
    Path dir;

    private Path file;

    @BeforeEach
    void name() {
        file = dir.resolve("parameters.csv");
    }

    private void write(String rows) throws IOException {
        Files.writeString(file, HEAD + rows);
    }

    @Test
    void everyCellIsRead() throws IOException {
        write("all_reduce of 8 ranks,alpha,us,20.5,19,22,1024,1048576,6\n");
        Parameter expected =
                new Parameter("all_reduce of 8 ranks", "alpha", "us", new Estimate(20.5, 19, 22), 1024, 1048576, 6);
        assertThat(ParametersReader.read(file)).containsExactly(expected);
        assertThat(ParametersReader.read(dir)).as("of its directory").containsExactly(expected);
    }

    @Test
    void emptyCellsAreUnknown() throws IOException {
        write("links,latency,us,3,,,,,\n");
        Parameter only = ParametersReader.read(file).get(0);
        assertThat(only.value().low()).isNaN();
        assertThat(only.value().high()).isNaN();
        assertThat(only.fromBytes()).isEqualTo(-1);
        assertThat(only.toBytes()).isEqualTo(-1);
        assertThat(only.samples()).as("a number of samples is not negative").isZero();
    }

    @Test
    void aNumberOfSamplesEndsWithTheRangeOfInts() throws IOException {
        write("links,latency,us,3,,,,,99999999999\n");
        assertThat(ParametersReader.read(file).get(0).samples()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void aValueIsFinite() throws IOException {
        write("links,latency,us,,1,2,,,3\n");
        assertThatThrownBy(() -> ParametersReader.read(file))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("parameters.csv, line 2")
                .hasMessageContaining("value")
                .hasMessageContaining("'', not a finite number")
                .hasMessageContaining("Write the file again with 'etude calibrate --fit --out DIR'.");
        write("links,latency,us,1,2,3,,,4\nlinks,latency,us,soon,1,2,,,3\n");
        assertThatThrownBy(() -> ParametersReader.read(file))
                .hasMessageContaining("line 3")
                .hasMessageContaining("soon");
    }

    @Test
    void otherFilesAreNamedWithTheirColumns() throws IOException {
        Files.writeString(file, "of,parameter,unit,value\nlinks,latency,us,3\n");
        assertThatThrownBy(() -> ParametersReader.read(file))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("parameters.csv, line 1: the columns are [of, parameter, unit, value], not [of,")
                .hasMessageContaining("Give the parameters.csv that 'etude calibrate --fit --out DIR' writes.");
        assertThatThrownBy(() -> ParametersReader.read(dir.resolve("none.csv")))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("none.csv");
    }

    @Test
    void anEstimateChangesItsUnit() {
        assertThat(new Estimate(2, 1, 4).times(10)).isEqualTo(new Estimate(20, 10, 40));
        assertThat(Estimate.bare(2).low()).isNaN();
    }

    /** Ends swap places; what may be 0 or less has no upper end. */
    @Test
    void theInverseOfAnEstimateSwapsItsEnds() {
        assertThat(new Estimate(2, 1, 4).inverse(8)).isEqualTo(new Estimate(4, 2, 8));
        assertThat(new Estimate(2, 0, 4).inverse(8)).isEqualTo(new Estimate(4, 2, Double.POSITIVE_INFINITY));
        assertThat(new Estimate(2, -1, 4).inverse(8).high()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Estimate.bare(2).inverse(8).high()).isNaN();
        assertThat(new Estimate(-1, -2, 0).inverse(8).low()).isNaN();
    }
}
