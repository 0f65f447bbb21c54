// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.etude.unit.Bandwidth.gigabytesPerSecond;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.compat.triosim.engine.SmallStep;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.table.TableCsv;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrioSimRunTest {
    @TempDir
    private Path dir;

    private TrioSimRun run;

    private static TrioSimSettings two(TrioSimSettings settings) {
        return settings.pipelineParallel()
                .gpus(2)
                .batch(2, 2, 1)
                .bandwidth(gigabytesPerSecond(1e6), gigabytesPerSecond(1))
                .compat();
    }

    @BeforeEach
    void simulate() {
        run = TrioSimRun.of(SmallStep.write(dir.resolve("step")).toString(), TrioSimRunTest::two);
    }

    @Test
    void showsItsTime() {
        assertThat(run.stepMs()).isCloseTo(11, within(1e-9));
        assertThat(run).hasToString("TrioSim, pipeline on 2 GPUs: step 11.000 ms, 12 operators");
        assertThat(run.findings().rowCount()).isZero();
    }

    @Test
    void tablesHoldOperatorsAndMessages() {
        assertThat(run.ops().rowCount()).isEqualTo(12);
        assertThat(TableCsv.text(run.ops()).lines().limit(2))
                .containsExactly(
                        "gpu,micro_batch_index,seq,op,name,stage,start_us,end_us",
                        "0,0,0,1,aten::linear,forward,0,500");
        assertThat(run.ops().doubleColumn("end_us").max()).isCloseTo(11_000, within(1e-9));
        assertThat(run.ops()
                        .where(run.ops().stringColumn("stage").isEqualTo("optimizer"))
                        .rowCount())
                .isEqualTo(4);
        var sent = run.messages().where(run.messages().stringColumn("kind").isNotEqualTo("fetch"));
        assertThat(TableCsv.text(sent).lines().limit(2))
                .containsExactly(
                        "kind,from_gpu,to_gpu,micro_batch_index,size_bytes,sent_us,arrived_us",
                        "nextRound,0,1,0,2000000,500,2500");
        assertThat(TableCsv.text(run.messages()).lines().skip(1).findFirst().orElseThrow())
                .startsWith("fetch,,0,0,1500000,0,");
    }

    @Test
    void figuresHaveLanesOfComputeCommunicationAndMemory() {
        var rows = Plots.timeline(run, w -> w.ranks(1)).table();
        assertThat(rows.intColumn("rank").unique().asList()).containsExactly(1);
        assertThat(rows.stringColumn("lane").unique().asList()).contains("compute", "comm", "memory");
        assertThat(Plots.timeline(run).table().rowCount())
                .isEqualTo(run.ops().rowCount() + run.messages().rowCount());
    }

    @Test
    void perfettoFilesHaveASliceAnOperatorAndAPairAMessage() throws IOException {
        Path file = dir.resolve("out").resolve("t.json");
        run.exportPerfetto(file.toString());
        JsonNode events = new ObjectMapper().readTree(file.toFile()).get("traceEvents");
        List<String> phases = new ArrayList<>();
        events.forEach(event -> phases.add(event.get("ph").asText()));
        int messages = run.messages().rowCount();
        assertThat(phases).hasSize(12 + 2 * messages);
        assertThat(phases.stream().filter("X"::equals)).hasSize(12);
        assertThat(phases.stream().filter("b"::equals)).hasSize(messages);
        assertThat(events.get(0).get("dur").asDouble()).isCloseTo(500, within(1e-6));
        assertThat(events.get(12).get("args").get("bytes").asLong()).isEqualTo(1_500_000);
        assertThatThrownBy(() -> run.exportPerfetto(file.resolve("below").toString()))
                .isInstanceOf(TrioSimException.class)
                .hasMessageContaining("cannot be written");
    }

    @Test
    void settingsStartFromTheOriginalsDefaults() {
        TrioSimSettings usual = TrioSimSettings.defaults();
        assertThat(usual.interconnect().remoteGBps()).isEqualTo(696);
        assertThat(usual.interconnect().ringGBps()).isEqualTo(65);
        assertThat(usual.capacity(33).capacityBits()).isEqualTo(33);
        assertThat(usual.optical(2, 4).interconnect().optical()).contains(new TrioSimSettings.Grid(2, 4));
        assertThat(usual.optical(2, 4).interconnect().remoteGBps()).isEqualTo(696);
    }
}
