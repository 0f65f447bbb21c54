// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import org.etude.Plots;
import org.etude.SmallTraces;
import org.etude.Traces;
import org.etude.plot.model.PlotException;
import org.etude.plot.model.Size;
import org.etude.table.TableCsv;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Memory and hardware counters of a small trace against figures made by hand. */
class CountersTest {
    private static final String HEAD =
            "rank,device,at_ns,operator,change_bytes,since_start_bytes,allocated_bytes,reserved_bytes\n";

    @TempDir
    private Path dir;

    private Traces traces() {
        return Traces.load(
                CountedTrace.write(dir.resolve("device_0.json"), false).toString());
    }

    @Test
    void anAllocationBelongsToTheInnermostOperatorAroundIt() {
        assertThat(TableCsv.text(traces().memory())).isEqualTo(HEAD + """
                        0,cuda:0,5000,aten::linear,512,512,1000,4096
                        0,cuda:0,15000,aten::addmm,2000,2512,3000,4096
                        0,cuda:0,150000,,-2000,512,1000,4096
                        0,cpu,205000,aten::relu,64,64,,
                        """);
        assertThat(traces().findings().stringColumn("what").asList())
                .contains("1 [memory] instant without a usable time or number of bytes");
    }

    @Test
    void aPartOfARecordingHasItsPartOfTheMemory() {
        Traces part = traces().filter(f -> f.from(Time.us(10)).to(Time.us(160)));
        assertThat(TableCsv.text(part.memory())).isEqualTo(HEAD + """
                        0,cuda:0,5000,aten::addmm,2000,2000,3000,4096
                        0,cuda:0,140000,,-2000,0,1000,4096
                        """);
    }

    @Test
    void memoryAndCountersSurviveSaving() {
        Path saved = dir.resolve("saved.etude");
        traces().save(saved.toString());
        Traces again = Traces.read(saved.toString());
        assertThat(TableCsv.text(again.memory())).isEqualTo(TableCsv.text(traces().memory()));
        assertThat(TableCsv.text(again.counters())).isEqualTo(TableCsv.text(traces().counters()));
    }

    @Test
    void theKthRangeIsTheKthLaunch() {
        assertThat(TableCsv.text(traces().counters())).isEqualTo("""
                        rank,counter,unit,kernel,operator,outermost,count,total,mean,min,max
                        0,dram__bytes_read.sum,bytes,gemm,aten::addmm,aten::linear,2,4,2,1.5,2.5
                        0,dram__bytes_read.sum,bytes,relu,aten::relu,aten::relu,1,,,,
                        0,inst.sum,,gemm,aten::addmm,aten::linear,2,40,20,10,30
                        0,inst.sum,,relu,aten::relu,aten::relu,1,5,5,5,5
                        """);
    }

    @Test
    void noOperatorIsNamedWhereLaunchesAndRangesDifferInNumber() {
        Traces odd = Traces.load(
                CountedTrace.write(dir.resolve("device_0.json"), true).toString());
        assertThat(odd.counters().stringColumn("operator").asList()).containsOnly("");
        assertThat(odd.counters().doubleColumn("total").get(2)).isEqualTo(40);
    }

    @ParameterizedTest
    @CsvSource({
        "dram__bytes_read.sum,bytes",
        "dram__bytes.sum.per_second,bytes/s",
        "sm__throughput.avg.pct_of_peak_sustained_elapsed,%",
        "sm__cycles_elapsed.max,cycles",
        "gpu__time_duration.sum,ns",
        "smsp__inst_executed.sum,''"
    })
    void theNameOfACounterSaysItsUnit(String counter, String unit) {
        assertThat(new CounterUse(0, "", "", "k", counter, new DoubleSummaryStatistics()).unit())
                .isEqualTo(unit);
    }

    @Test
    void figuresShowThem() throws IOException {
        Path file = dir.resolve("memory.svg");
        Plots.memory(traces()).save(file.toString(), Size.COLUMN);
        assertThat(Files.readString(file)).contains("rank 0, cuda:0", "rank 0, cpu", "memory in use (MB)");
        assertThat(Plots.counters(traces()).table().rowCount()).isEqualTo(4);
        Traces without = Traces.load(SmallTraces.write(dir.resolve("small"), 1).toString());
        assertThat(without.memory().rowCount()).isZero();
        assertThat(without.counters().rowCount()).isZero();
        assertThatThrownBy(() -> Plots.memory(without))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining("holds no allocations");
    }
}
