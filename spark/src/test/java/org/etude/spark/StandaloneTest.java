// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.etude.ClusterWorkloads;
import org.etude.Sweep;
import org.etude.Traces;
import org.etude.Workload;
import org.etude.cluster.Cluster;
import org.etude.spec.RepairOptions;
import org.etude.spec.TraceConversion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a master and two workers, processes of their own. */
class StandaloneTest {
    private static final Path ETUDE =
            Path.of("..", "target", "etude.jar").toAbsolutePath().normalize();
    private static final String PATIENCE = "spark.scheduler.maxRegisteredResourcesWaitingTime";
    private static final Path PART = Path.of("target", "etude-spark.jar").toAbsolutePath();

    @TempDir
    private static Path place;

    @TempDir
    private Path dir;

    private static StandaloneCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = StandaloneCluster.start(place, 2);
        System.setProperty("spark.executor.memory", "500m");
        System.setProperty(PATIENCE, "400s");
    }

    @AfterAll
    static void stop() throws Exception {
        System.clearProperty("spark.executor.memory");
        System.clearProperty(PATIENCE);
        cluster.close();
    }

    @Test
    void twoWorkersGiveWhatTheOrdinaryRunGives() throws Exception {
        String here = Sweeps.csv(Sweeps.varied().run(), dir.resolve("here"));
        Sweep.Result away = Sweeps.varied().on(Cluster.at(cluster.address())).run();
        assertThat(Sweeps.csv(away, dir.resolve("away"))).isEqualTo(here);
    }

    @Test
    void anExecutorKilledMidRunLosesNothing() throws Exception {
        int runs = 60;
        String here = Sweeps.csv(Sweeps.lasting(runs).run(), dir.resolve("here"));
        AtomicReference<ProcessHandle> killed = new AtomicReference<>();
        List<Long> told = new ArrayList<>();
        Sweep.Result away = Sweeps.lasting(runs)
                .on(Cluster.at(cluster.address()))
                .progress((what, done, total) -> {
                    if (!what.equals("sweep")) {
                        return;
                    }
                    told.add(done);
                    if (done >= 6 && killed.get() == null) {
                        ProcessHandle executor = cluster.executors().get(0);
                        killed.set(executor);
                        executor.destroyForcibly(); // SIGKILL
                    }
                })
                .run();
        assertThat(killed.get().isAlive()).isFalse();
        assertThat(told).isSorted().doesNotHaveDuplicates().endsWith((long) runs);
        assertThat(Sweeps.csv(away, dir.resolve("away"))).isEqualTo(here);
    }

    /** The first stage of a rank is lost with its executor and made again. */
    @Test
    void aConversionWhoseExecutorsAreKilledGivesTheSameFiles() throws Exception {
        String traces = SparkConvertTest.DATA.resolve("cnn-2-cuda").toString();
        AtomicReference<ProcessHandle> killed = new AtomicReference<>();
        Workload away = ClusterWorkloads.convert(
                Cluster.at(cluster.address()), TraceConversion.of(Path.of(traces)), (what, done, total) -> {
                    if (what.equals("link") && done == total && killed.get() == null) {
                        killed.set(cluster.executors().get(0));
                        killed.get().destroyForcibly();
                    }
                });
        assertThat(killed.get().isAlive()).isFalse();
        assertThat(SparkConvertTest.files(away, dir.resolve("away")))
                .isEqualTo(SparkConvertTest.files(Traces.load(traces).link().toEt(), dir.resolve("here")));
    }

    @Test
    void executorsWriteTheFilesAndAKilledOneLeavesNothing() throws Exception {
        Path traces = SparkConvertTest.DATA.resolve("cnn-2-cuda");
        AtomicReference<ProcessHandle> killed = new AtomicReference<>();
        ClusterWorkloads.convertTo(
                dir.resolve("et"),
                false,
                Cluster.at(cluster.address()),
                TraceConversion.of(traces),
                (what, done, total) -> {
                    if (what.equals("convert") && done == 1 && killed.get() == null) {
                        killed.set(cluster.executors().get(0));
                        killed.get().destroyForcibly();
                    }
                });
        assertThat(killed.get().isAlive()).isFalse();
        assertThat(SparkConvertTest.contents(dir.resolve("et")))
                .isEqualTo(SparkConvertTest.files(
                        Traces.load(traces.toString()).link().toEt(), dir.resolve("here")));
    }

    /** What the executor kept of the ranks' own repair is lost, and made again for the decisions. */
    @Test
    void aRepairWhoseExecutorIsKilledGivesTheSameFiles() throws Exception {
        Path traces = dir.resolve("faulty");
        FaultyJob.job().save(traces.toString());
        AtomicReference<ProcessHandle> killed = new AtomicReference<>();
        Workload away = ClusterWorkloads.repair(
                Cluster.at(cluster.address()), traces, RepairOptions.defaults(), (what, done, total) -> {
                    if (what.equals("match messages") && done == total && killed.get() == null) {
                        killed.set(cluster.executors().get(0));
                        killed.get().destroyForcibly();
                    }
                });
        assertThat(killed.get().isAlive()).isFalse();
        SparkRepairTest.assertSame(away, Workload.read(traces).repair(), dir);
    }

    /** On Spark, on one core, on two, and in the shards of a job array. */
    @Test
    void submittedBySparkSubmitTheCommandWritesTheSameFile() throws Exception {
        Sweeps.job().save(dir.resolve("job").toString());
        List<String> sweep = List.of(
                "sweep",
                dir.resolve("job").toString(),
                "--topology",
                "auto:1d",
                "--topology",
                "torus:2x2",
                "--ranks",
                "4,8",
                "--vary",
                "splits=1,2",
                "--no-cache",
                "--out");
        Ended plain = here(sweep, "here", "--threads", "1");
        assertThat(plain.status).as(plain.text).isIn(0, 3);
        assertThat(here(sweep, "two", "--threads", "2").status).isEqualTo(plain.status);
        here(sweep, "shards", "--shard", "1/2");
        here(sweep, "shards", "--shard", "0/2");
        Ended merged = here(List.of("merge"), "shards");
        assertThat(merged.status).as(merged.text).isIn(0, 3);
        List<String> submit = new ArrayList<>(List.of(
                "-cp",
                StandaloneCluster.sparkJars(),
                "org.apache.spark.deploy.SparkSubmit",
                "--master",
                cluster.address(),
                "--conf",
                "spark.driver.host=127.0.0.1",
                "--conf",
                "spark.executor.memory=500m",
                "--conf",
                PATIENCE + "=400s",
                "--class",
                "org.etude.cli.Main",
                "--jars",
                PART.toString(),
                ETUDE.toString()));
        submit.addAll(sweep);
        submit.addAll(List.of(dir.resolve("away").toString(), "--on", "spark"));
        Ended away = run(submit);
        assertThat(away.status).as(away.text).isEqualTo(plain.status);
        for (String way : List.of("away", "two", "shards")) {
            assertThat(dir.resolve(way).resolve("sweep.csv"))
                    .as(way)
                    .hasSameBinaryContentAs(dir.resolve("here/sweep.csv"));
        }
    }

    /** A command of this machine alone whose last argument but options is a directory of this test. */
    private Ended here(List<String> command, String directory, String... options) throws Exception {
        List<String> line = new ArrayList<>(List.of("-jar", ETUDE.toString()));
        line.addAll(command);
        line.add(dir.resolve(directory).toString());
        line.addAll(List.of(options));
        return run(line);
    }

    /** Ctrl-C ends the command and frees the cluster. */
    @Test
    void anInterruptFreesTheCluster() throws Exception {
        Sweeps.job().save(dir.resolve("job").toString());
        List<String> command = List.of(
                "-Dspark.executor.memory=500m",
                "-D" + PATIENCE + "=400s",
                "-cp",
                StandaloneCluster.sparkJars() + File.pathSeparator + PART + File.pathSeparator + ETUDE,
                "org.etude.cli.Main",
                "sweep",
                dir.resolve("job").toString(),
                "--topology",
                "torus:8x8",
                "--vary",
                "splits=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
                "--vary",
                "activechunks=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
                "--fidelity",
                "packet",
                "--no-cache",
                "--on",
                cluster.address());
        awaitNoExecutors(); // those of the test before this one, which may still be ending
        Path text = dir.resolve("interrupted.txt");
        Process process = start(command, text);
        try {
            awaitExecutors(process, text);
            new ProcessBuilder("sh", "-c", "kill -INT " + process.pid()).start().waitFor();
            assertThat(process.waitFor(300, TimeUnit.SECONDS)).as("%s", text).isTrue();
            assertThat(process.exitValue()).as(Files.readString(text)).isEqualTo(130);
        } finally {
            process.destroyForcibly();
        }
        awaitNoExecutors();
    }

    private static long deadline() {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(400);
    }

    private static void awaitNoExecutors() throws InterruptedException {
        long end = deadline();
        while (!cluster.executors().isEmpty() && System.nanoTime() < end) {
            Thread.sleep(50);
        }
        assertThat(cluster.executors()).isEmpty();
    }

    private static void awaitExecutors(Process process, Path text) throws IOException, InterruptedException {
        long end = deadline();
        while (cluster.executors().isEmpty() && System.nanoTime() < end && process.isAlive()) {
            Thread.sleep(50);
        }
        assertThat(cluster.executors()).as(Files.readString(text)).isNotEmpty();
    }

    private record Ended(int status, String text) {}

    private Ended run(List<String> arguments) throws IOException, InterruptedException {
        Path text = dir.resolve("text.txt");
        Process process = start(arguments, text);
        try {
            assertThat(process.waitFor(400, TimeUnit.SECONDS)).as("%s", text).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ended(process.exitValue(), Files.readString(text));
    }

    private Process start(List<String> arguments, Path text) throws IOException {
        List<String> command = new ArrayList<>(List.of(StandaloneCluster.java(), "-Xmx600m"));
        command.addAll(arguments);
        return StandaloneCluster.process(command)
                .redirectErrorStream(true)
                .redirectOutput(text.toFile())
                .start();
    }
}
