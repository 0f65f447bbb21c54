// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.logs.Timings;
import org.etude.report.Finding;
import org.etude.spec.TimingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What rccl-tests writes as CSV, whole and damaged. */
class RcclTestsCsvTest {
    private static final String HEADER = "numCycle,collective,ranks,gpusPerRank,size,inPlace,time,algBw,busBw,#wrong\n";

    @TempDir
    Path dir;

    @Test
    void bandwidthsTellWhetherRanksAreProcesses() throws IOException {
        assertThat(read(HEADER + "0,\"AllReduce\",2,4,1000000,0,100,10,17.5,0\n")
                        .timings())
                .extracting(CollectiveTiming::ranks)
                .containsExactly(8);
        assertThat(read(HEADER + "0,\"AllReduce\",2,4,1000000,0,100,10,10,0\n").timings())
                .extracting(CollectiveTiming::ranks)
                .containsExactly(2);
    }

    @Test
    void aQuoteAmissInTheHeaderIsSaid() {
        assertThatThrownBy(() -> read(
                        "\"numCycle\"0,collective,gpus,size,inplace,time,algbw,busbw\n0,\"AllReduce\",4,4,0,8,1,1\n"))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("run.csv, line 1: not a timing: \"numcycle\"0,");
    }

    @Test
    void aFileThatEndsInsideARecordHasTheOthers() throws IOException {
        String text = HEADER + "0,AllReduce,8,1,1000000,0,100,10,17.5,0\n";
        TimingLog log = read(text + "0,AllReduce,8,1,2000000,0,1");
        assertThat(log.timings()).hasSize(1);
        assertThat(log.report().findings())
                .extracting(Finding::where, Finding::what)
                .contains(tuple(dir.resolve("run.csv") + ", line 3", "the file ends inside a row"));
        assertThatThrownBy(() -> read(text + "0,AllReduce,8,1,2000000,0,1\n"))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("run.csv, line 3: not a timing");
    }

    @Test
    void moreGpusThanCanBeCountedAreSaid() {
        assertThatThrownBy(() -> read(HEADER + "0,\"AllReduce\",65536,65536,1000000,0,100,10,17.5,0\n"))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("run.csv, line 2: not a timing: 0,");
    }

    @Test
    void tabsAndSemicolonsOfASpreadsheetSeparateToo() throws IOException {
        String text = HEADER.replace("collective", "name").replace("size,", "size,type,")
                + "0,AllReduce,8,1,1000000,float,0,100,10,17.5,0\n";
        List<CollectiveTiming> commas = Timings.load(write(text)).list();
        assertThat(commas).extracting(CollectiveTiming::type).containsExactly("all_reduce");
        for (String separator : List.of("\t", ";")) {
            Path file = write(text.replace(",", separator));
            assertThat(Timings.load(file).list()).as(separator).isEqualTo(commas);
        }
        Path decimalCommas = write(text.replace(",", ";").replace("17.5", "17,5"));
        assertThatThrownBy(() -> Timings.load(decimalCommas))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("run.csv, line 2: not a timing: 0,AllReduce");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(dir.resolve("run.csv"), text);
    }

    private TimingLog read(String text) throws IOException {
        return RcclTestsRecords.csv(write(text), TimingOptions.defaults());
    }
}
