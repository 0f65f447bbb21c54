// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.Launch;
import org.etude.link.HalfSizedJob;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.spec.TraceConversion;
import org.etude.sweep.ReplicatedRecording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversions that hold a few ranks at a time against those that hold all. */
class ConvertRankByRankTest {
    @TempDir
    private Path dir;

    private Optional<ClusterWorkloads.Written> written(TraceConversion conversion) {
        return ClusterWorkloads.convertRankByRank(dir.resolve("written"), false, conversion, 0, Progress.NONE);
    }

    private void same(Path traces, Optional<Integer> step, ConvertOptions convert) throws IOException {
        Traces loaded = Traces.load(traces.toString());
        Workload here = step.map(loaded::step).orElse(loaded).link().toEt(convert, Progress.NONE);
        here.save(dir.resolve("here"));
        ClusterWorkloads.Written written = written(new TraceConversion(
                        List.of(traces), LoadOptions.defaults(), step, LinkOptions.defaults(), convert))
                .orElseThrow();
        assertThat(ConvertOnClusterTest.files(dir.resolve("written")))
                .isEqualTo(ConvertOnClusterTest.files(dir.resolve("here")));
        assertThat(written.findings().print()).isEqualTo(here.findings().print());
        assertThat(written.summary().print()).isEqualTo(here.summary().print());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cnn-2-cuda", "cnn-2-hip", "cnn-1-h200"})
    void theFilesAreThoseOfAConversionInMemory(String name) throws IOException {
        same(Path.of("data", name), Optional.empty(), ConvertOptions.defaults());
    }

    @Test
    void optionsStepsAndMoreRanksThanCoresToo() throws IOException {
        Path traces = dir.resolve("traces");
        ReplicatedRecording.write(Path.of("data", "cnn-2-hip"), 12, traces);
        int step = Traces.load(traces).set().ranks().get(0).steps().get(1).number();
        same(traces, Optional.of(step), ConvertOptions.defaults().withoutHost().prefix("p"));
    }

    /** Transfers over gloo end when those of other ranks do, and only another rank may know the size of a message. */
    @Test
    void ranksThatNeedEachOtherAreLeftToMemory() throws IOException {
        Path gloo = Path.of("data", "moe-2");
        assertThat(written(TraceConversion.of(gloo))).isEmpty();
        Path mixed = Files.createDirectory(dir.resolve("mixed"));
        for (String kind : List.of("host_", "device_")) {
            Files.copy(Path.of("data", "cnn-2-cuda", kind + "0.json.gz"), mixed.resolve(kind + "0.json.gz"));
            Files.copy(gloo.resolve(kind + "1.json.gz"), mixed.resolve(kind + "1.json.gz"));
        }
        assertThat(written(TraceConversion.of(mixed))).isEmpty();
        Path sizes = Files.createDirectory(dir.resolve("sizes"));
        new HalfSizedJob().recording.load(sizes);
        assertThat(written(TraceConversion.of(sizes))).isEmpty();
        assertThat(dir.resolve("written")).doesNotExist();
    }

    @Test
    void smallRecordingsStayInMemory() {
        assertThat(ClusterWorkloads.convertRankByRank(
                        dir.resolve("written"),
                        false,
                        TraceConversion.of(Path.of("data", "cnn-2-cuda")),
                        64L << 20,
                        Progress.NONE))
                .isEmpty();
        assertThat(dir.resolve("written")).doesNotExist();
    }

    @Test
    void anInterruptedOneLeavesNothing() throws IOException {
        Path traces = dir.resolve("traces");
        ReplicatedRecording.write(Path.of("data", "cnn-2-cuda"), 6, traces);
        assertThatThrownBy(() -> ClusterWorkloads.convertRankByRank(
                        dir.resolve("written"), false, TraceConversion.of(traces), 0, (what, done, of) -> {
                            if (what.equals("convert") && done == 2) {
                                Thread.currentThread().interrupt();
                            }
                        }))
                .isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(dir.resolve("written")).doesNotExist();
    }

    /** 48 ranks have 67 MB of JSON; holding all of them ends for want of memory with this heap. */
    @Test
    void aHeapTooSmallForAllRanksIsEnough() throws IOException, InterruptedException {
        Path traces = dir.resolve("traces");
        ReplicatedRecording.write(Path.of("data", "cnn-2-cuda"), 48, traces);
        ProcessBuilder convert = Launch.builder("convert", traces, "--out", dir.resolve("ets"));
        assertThat(Collections.replaceAll(convert.command(), "-Xmx400m", "-Xmx40m"))
                .isTrue();
        Process process = convert.redirectErrorStream(true)
                .redirectOutput(dir.resolve("said").toFile())
                .start();
        assertThat(process.waitFor()).isEqualTo(ExitCode.OK);
        assertThat(dir.resolve("ets").resolve("workload.csv")).exists();
    }
}
