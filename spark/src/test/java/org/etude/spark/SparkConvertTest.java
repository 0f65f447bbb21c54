// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.etude.ClusterWorkloads;
import org.etude.Traces;
import org.etude.Workload;
import org.etude.cluster.Cluster;
import org.etude.cluster.ClusterException;
import org.etude.spec.TraceConversion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkConvertTest {
    static final Path DATA = Path.of("..", "data").toAbsolutePath().normalize();

    @TempDir
    private Path dir;

    /** Names and bytes of the files that saving a workload makes. */
    static Map<String, String> files(Workload work, Path directory) throws IOException {
        work.save(directory.toString());
        return contents(directory);
    }

    /** Names and bytes of the files in a directory. */
    static Map<String, String> contents(Path directory) throws IOException {
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

    @Test
    void oneTaskPerRankGivesTheSameFiles() throws Exception {
        String traces = DATA.resolve("cnn-2").toString();
        Map<String, String> here = files(Traces.load(traces).link().toEt(), dir.resolve("here"));
        Workload away = Workload.convert(Cluster.at("local[2]"), traces);
        assertThat(files(away, dir.resolve("away"))).isEqualTo(here);
        assertThat(files(away.repair(), dir.resolve("fixed")))
                .isEqualTo(files(Traces.load(traces).link().toEt().repair(), dir.resolve("fixed-here")));
    }

    /** Their backends run on the host, so that their collectives and messages are matched across ranks. */
    @ParameterizedTest
    @ValueSource(strings = {"collectives-2", "pipeline-2"})
    void collectivesAreMatchedByAShuffle(String recording) throws Exception {
        String traces = DATA.resolve(recording).toString();
        List<String> steps = new ArrayList<>();
        Workload away = ClusterWorkloads.convert(
                Cluster.at("local[2]"), TraceConversion.of(Path.of(traces)), (what, done, total) -> steps.add(what));
        assertThat(steps).contains("match collectives");
        assertThat(files(away, dir.resolve("away")))
                .isEqualTo(files(Traces.load(traces).link().toEt(), dir.resolve("here")));
    }

    @Test
    void aBrokenFileIsNamed() throws Exception {
        Path traces = Files.createDirectory(dir.resolve("traces"));
        for (String file : new String[] {"device_0.json", "device_1.json"}) {
            Files.writeString(traces.resolve(file), "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\", \"na");
        }
        assertThatThrownBy(() -> Workload.convert(Cluster.at("local[1]"), traces.toString()))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("device_")
                .hasMessageContaining("ends");
    }
}
