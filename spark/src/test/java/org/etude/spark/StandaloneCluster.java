// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A master and workers as processes of their own on the loopback, started from Spark's Maven artifacts; all gone when closed. */
final class StandaloneCluster implements AutoCloseable {
    private static final Path HOME = Path.of("target", "dist").toAbsolutePath();
    private static final int PATIENCE_MILLIS = 300_000;

    private final Path dir;
    private final int port;
    private final List<Process> processes = new ArrayList<>();

    private StandaloneCluster(Path dir) throws IOException {
        this.dir = dir;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    /** Workers of one core and 700 MB each. */
    static StandaloneCluster start(Path dir, int workers) throws Exception {
        StandaloneCluster cluster = new StandaloneCluster(dir);
        try {
            cluster.launch("master", "org.apache.spark.deploy.master.Master", "--port", "" + cluster.port);
            cluster.awaitMaster();
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

    private void awaitMaster() throws Exception {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (true) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
                return;
            } catch (IOException e) {
                if (System.nanoTime() > end || !processes.get(0).isAlive()) {
                    throw new IOException(
                            "the master did not start: " + Files.readString(dir.resolve("master.log")), e);
                }
                Thread.sleep(50);
            }
        }
    }

    String address() {
        return "spark://127.0.0.1:" + port;
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
        for (int k = processes.size() - 1; k >= 0; k--) {
            Process process = processes.get(k);
            List<ProcessHandle> below = process.descendants().toList();
            process.destroy();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            below.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
