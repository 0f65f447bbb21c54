// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.etude.cluster.LoopbackEngine;
import org.etude.et.graph.EtNames;
import org.etude.link.GroupedJob;
import org.etude.link.HalfSizedJob;
import org.etude.link.model.Collective;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.spec.TraceConversion;
import org.etude.trace.model.TraceException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversions of which every rank passes through bytes, some twice, against the ordinary ones. */
class ConvertOnClusterTest {
    @TempDir
    private Path dir;

    private void same(Path traces, Optional<Integer> step, LinkOptions link, ConvertOptions convert)
            throws IOException {
        Traces loaded = Traces.load(traces.toString());
        Workload here =
                step.map(loaded::step).orElse(loaded).link(link, Progress.NONE).toEt(convert, Progress.NONE);
        TraceConversion conversion = new TraceConversion(List.of(traces), LoadOptions.defaults(), step, link, convert);
        Workload away = ClusterWorkloads.convert(new LoopbackEngine().cluster(), conversion, Progress.NONE);
        here.save(dir.resolve("here").toString());
        away.save(dir.resolve("away").toString());
        assertThat(files(dir.resolve("away"))).isEqualTo(files(dir.resolve("here")));
        assertThat(away.findings().print()).isEqualTo(here.findings().print());
        assertThat(away.summary().print()).isEqualTo(here.summary().print());
        ClusterWorkloads.Written written = ClusterWorkloads.convertTo(
                dir.resolve("written"), false, new LoopbackEngine().cluster(), conversion, Progress.NONE);
        assertThat(files(dir.resolve("written"))).isEqualTo(files(dir.resolve("here")));
        assertThat(written.findings().print()).isEqualTo(here.findings().print());
        assertThat(written.summary().print()).isEqualTo(here.summary().print());
        assertThat(written.toString())
                .startsWith("Workload written to " + dir.resolve("written") + ": 0 changes, "
                        + written.assumptions().size() + " finding");
    }

    /** Names and bytes of the files in a directory. */
    static Map<String, String> files(Path directory) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                contents.put(
                        file.getFileName().toString(),
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    private void same(Path traces) throws IOException {
        same(traces, Optional.empty(), LinkOptions.defaults(), ConvertOptions.defaults());
    }

    /** Which ranks form a group follows from all of them together. */
    @Test
    void groupsThatOtherRanksTell() throws IOException {
        GroupedJob job = new GroupedJob();
        job.allReduce(20, 0, GroupedJob.ROWS);
        job.allReduce(30, 5000, GroupedJob.COLUMNS);
        Path traces = Files.createDirectory(dir.resolve("traces"));
        job.recording.load(traces);
        assertThat(Traces.load(traces.toString()).link().set().ranks().get(3).collectives())
                .extracting(Collective::groupName)
                .containsExactly("2", "4");
        same(traces);
    }

    @Test
    void sizesThatTheOtherEndTells() throws IOException {
        Path traces = Files.createDirectory(dir.resolve("traces"));
        new HalfSizedJob().recording.load(traces);
        same(traces);
        assertThat(Workload.read(dir.resolve("away").toString()).set().ranks().get(1))
                .satisfies(rank -> assertThat(IntStream.range(0, rank.size())
                                .mapToObj(i -> rank.type(i) + " " + rank.integer(i, EtNames.COMM_SIZE, -1)))
                        .contains("COMM_RECV 12000", "COMM_SEND 4000", "COMM_RECV 2000"));
    }

    @Test
    void sizesOfGroupsAndOfEndsThatDisagreeOrStateAll() throws IOException {
        Path traces = Files.createDirectory(dir.resolve("traces"));
        HalfSizedJob.receivedInAnotherOrder().load(Files.createDirectory(traces.resolve("groups")));
        HalfSizedJob.disagreeing().load(Files.createDirectory(traces.resolve("disagreeing")));
        HalfSizedJob.oneSided().load(Files.createDirectory(traces.resolve("one-sided")));
        same(traces.resolve("groups"));
        same(traces.resolve("disagreeing"));
        same(traces.resolve("one-sided"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cnn-2", "cnn-2-hip", "cnn-2-cuda", "collectives-2", "moe-2", "pipeline-2"})
    void recordingsOfTheRepositoryConvertToTheSameBytes(String name) throws IOException {
        same(Path.of("data", name));
    }

    @Tag("campaign")
    @Test
    void theLargestRecordingConvertsToTheSameBytes() throws IOException {
        same(Path.of("data", "resnet50-2"));
    }

    @Test
    void ranksOfWrittenTracesToo() throws IOException {
        same(SmallTraces.write(dir.resolve("traces"), 5));
    }

    @Test
    void optionsAndStepsArrive() throws IOException {
        Path traces = Path.of("data", "cnn-2");
        ConvertOptions plain = ConvertOptions.defaults();
        for (ConvertOptions convert : List.of(
                plain.aligned(),
                plain.withoutHost(),
                plain.communicationOnly(),
                plain.meanKernel(),
                plain.prefix("p"))) {
            same(traces, Optional.empty(), LinkOptions.defaults().withoutIds(), convert);
            try (Stream<Path> old = Files.walk(dir)) {
                old.filter(Files::isRegularFile).forEach(file -> file.toFile().delete());
            }
        }
        int step = Traces.load(traces.toString())
                .set()
                .ranks()
                .get(0)
                .steps()
                .get(0)
                .number();
        same(traces, Optional.of(step), LinkOptions.defaults(), plain);
        assertThatThrownBy(() -> same(traces, Optional.of(99), LinkOptions.defaults(), plain))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("no rank has step 99");
    }

    @Test
    void ofAJobOneRankIsEnoughAndAMissingOneIsAFinding() throws IOException {
        Path traces = SmallTraces.write(dir.resolve("traces"), 3);
        try (Stream<Path> files = Files.list(traces)) {
            files.filter(f -> f.getFileName().toString().matches(".*[_.]1\\..*"))
                    .forEach(f -> f.toFile().delete());
        }
        same(traces);
    }
}
