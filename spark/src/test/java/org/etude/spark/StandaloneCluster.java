// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A master and workers as processes of their own on the loopback, started from Spark's Maven artifacts; all gone when closed. */
final class StandaloneCluster implements AutoCloseable {
    private static final Path HOME = Path.of("target", "dist").toAbsolutePath();
    private static final int PATIENCE_SECONDS = 300;
    /** What the master writes when it can be reached. It chooses its port itself: one that was free a moment ago may be taken. */
    private static final Pattern STARTED = Pattern.compile("Starting Spark master at (spark://127\\.0\\.0\\.1:\\d+)");

    private final Path dir;
    private final List<Process> processes = new ArrayList<>();
    private String address;

    private StandaloneCluster(Path dir) {
        this.dir = dir;
    }

    /** Workers of one core and 700 MB each. */
    static StandaloneCluster start(Path dir, int workers) throws Exception {
        StandaloneCluster cluster = new StandaloneCluster(dir);
        try {
            cluster.launch("master", "org.apache.spark.deploy.master.Master", "--port", "0");
            cluster.address = cluster.awaitMaster();
            for (int worker = 0; worker < workers; worker++) {
                Path work = Files.createDirectories(dir.resolve("work-" + worker));
                cluster.launch(
                        "worker-" + worker,
                        "org.apache.spark.deploy.worker.Worker",
                        "--port",
                        "0",
                        "--cores",
                        "1",
                        "--memory",
                        "700M",
                        "--work-dir",
                        work.toString(),
                        cluster.address());
            }
            return cluster;
        } catch (Exception | Error e) {
            cluster.close();
            throw e;
        }
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    static String sparkJars() {
        return HOME.resolve("jars") + File.separator + "*";
    }

    static ProcessBuilder process(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("SPARK_HOME", HOME.toString());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        return builder;
    }

    private void launch(String name, String type, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                java(),
                "-Xmx256m",
                "-Djava.io.tmpdir=" + Files.createDirectories(dir.resolve("tmp")),
                "-cp",
                sparkJars(),
                type,
                "--host",
                "127.0.0.1",
                "--webui-port",
                "0"));
        command.addAll(List.of(more));
        ProcessBuilder builder = process(command).redirectErrorStream(true);
        builder.environment().put("SPARK_LOCAL_DIRS", dir.resolve("tmp").toString());
        processes.add(
                builder.redirectOutput(dir.resolve(name + ".log").toFile()).start());
    }

    private String awaitMaster() throws Exception {
        Path log = dir.resolve("master.log");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            String text = Files.readString(log);
            Matcher started = STARTED.matcher(text);
            if (started.find() && started.end() < text.length()) { // the line is whole
                return started.group(1);
            }
            if (System.nanoTime() > end || !processes.get(0).isAlive()) {
                throw new IOException("the master did not start: " + text);
            }
            Thread.sleep(50);
        }
    }

    String address() {
        return address;
    }

    /** The executors that run now. */
    List<ProcessHandle> executors() {
        return processes.stream()
                .flatMap(Process::descendants)
                .filter(StandaloneCluster::isExecutor)
                .toList();
    }

    private static boolean isExecutor(ProcessHandle process) {
        try (Stream<String> words = process.info().arguments().stream().flatMap(Stream::of)) {
            return words.anyMatch(word -> word.endsWith("CoarseGrainedExecutorBackend"));
        }
    }

    @Override
    public void close() throws InterruptedException {
        List<ProcessHandle> all = new ArrayList<>();
        for (int k = processes.size() - 1; k >= 0; k--) {
            Process process = processes.get(k);
            process.descendants().forEach(all::add);
            all.add(process.toHandle());
            process.destroy();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
        all.forEach(ProcessHandle::destroyForcibly);
        // What still runs may still write to the directory, which is then deleted.
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (all.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < end) {
            Thread.sleep(20);
        }
    }
}
