// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.etude.ClusterWorkloads;
import org.etude.Traces;
import org.etude.Workload;
import org.etude.cluster.Cluster;
import org.etude.cluster.ClusterException;
import org.etude.report.EtudeException;
import org.etude.report.Progress;
import org.etude.spec.TraceConversion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The recordings of the corpus, sound and damaged, where they are at hand: files, or the error, of one process. */
@EnabledIf("isThere")
class SharedCorpusTest {
    private static final Path CORPUS =
            Path.of("..", "..", "shared", "corpus").toAbsolutePath().normalize();

    private static SparkSession session;

    @TempDir
    private Path dir;

    static boolean isThere() {
        return Files.isDirectory(CORPUS);
    }

    static List<String> recordings() throws IOException {
        try (Stream<Path> all = Files.list(CORPUS)) {
            return all.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .filter(name -> name.matches("(rec|der|path|pub)_.*"))
                    .sorted()
                    .toList();
        }
    }

    private static Cluster cluster() {
        if (session == null) {
            session = LocalSession.builder(2).getOrCreate();
        }
        return Cluster.spark(session);
    }

    @AfterAll
    static void close() {
        if (session != null) {
            session.stop();
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void itsConversionIsThatOfOneProcess(String recording) throws Exception {
        Path traces = CORPUS.resolve(recording);
        Map<String, String> here;
        try {
            here = SparkConvertTest.files(Traces.load(traces.toString()).link().toEt(), dir.resolve("here"));
        } catch (EtudeException e) {
            assertThat(error(traces)).isEqualTo(firstLine(e));
            assertThat(dir.resolve("written")).doesNotExist();
            return;
        }
        try {
            Workload away = Workload.convert(cluster(), traces.toString());
            assertThat(SparkConvertTest.files(away, dir.resolve("away"))).isEqualTo(here);
            write(traces);
            assertThat(SparkConvertTest.contents(dir.resolve("written"))).isEqualTo(here);
        } catch (ClusterException e) {
            // Files that only their content pairs; docs/spark.md.
            assertThat(e).hasMessageContaining("belong together");
        }
    }

    private void write(Path traces) {
        ClusterWorkloads.convertTo(dir.resolve("written"), false, cluster(), TraceConversion.of(traces), Progress.NONE);
    }

    private String error(Path traces) {
        try {
            write(traces);
            return "no error";
        } catch (EtudeException e) {
            return firstLine(e);
        }
    }

    /** Without numbers: of several broken ranks, which one is named depends on which task ends first. */
    private static String firstLine(EtudeException e) {
        return e.getMessage().lines().findFirst().orElse("").replaceAll("\\d[\\d,]*", "N");
    }
}
