// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures a kernel as a process: {@code KernelFigures TRACES_DIRECTORY [java] [class path] [JVM option ...]}; the figures of
 * docs/benchmarks/notebook.md.
 */
public final class KernelFigures {
    private static final int COMPLETIONS = 200;
    private static final String[] BEGUN = {"Math.ab", "Traces.lo", "\"x\".sub", "List.of(1).str", "gb", "Strin", "tr.st"
    };

    private KernelFigures() {}

    /** Prints one line per figure. */
    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("kernel-figures");
        Path file = TestConnection.in(directory);
        List<String> command = new ArrayList<>();
        command.add(args.length > 1 ? args[1] : "java");
        command.addAll(List.of(args).subList(Math.min(3, args.length), args.length));
        String classPath = args.length > 2 ? args[2] : KernelProcess.classPath();
        command.addAll(List.of("-cp", classPath, "org.etude.notebook.kernel.KernelMain", file.toString()));
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command).inheritIO().start();
        try (KernelClient client = new KernelClient(file)) {
            client.awaitReady();
            say("kernel_info after", millis(start), "ms");
            client.execute("1 + 1");
            say("first cell done after", millis(start), "ms");
            say("CPU until then", cpu(process), "s");
            long cell = System.nanoTime();
            Run run = client.execute("var tr = Traces.load(\"" + args[0] + "\");\ntr");
            if (!"ok".equals(run.status())) {
                throw new IllegalStateException(run.traceback());
            }
            say("first Traces shown after", millis(start), "ms");
            say("its cell took", millis(cell), "ms");
            say("CPU until then", cpu(process), "s");
            say("resident", rss(process), "MB");
            completions(client);
            flood(client);
            shutdown(client, process);
        } finally {
            process.destroyForcibly();
        }
    }

    private static void completions(KernelClient client) {
        String id = client.begin("System.out.print(\"spin\"); while (true) { }");
        client.awaitOutput(id, "spin");
        double[] taken = new double[COMPLETIONS];
        for (int i = 0; i < taken.length; i++) {
            JsonObject content = new JsonObject();
            String code = BEGUN[i % BEGUN.length];
            content.addProperty("code", code);
            content.addProperty("cursor_pos", code.length());
            long begun = System.nanoTime();
            client.reply(client.send(Channel.SHELL, "complete_request", content));
            taken[i] = (System.nanoTime() - begun) / 1e6;
        }
        say("first completion while a cell runs", taken[0], "ms");
        Arrays.sort(taken);
        say("median", taken[COMPLETIONS / 2], "ms");
        say("p99", taken[COMPLETIONS * 99 / 100 - 1], "ms");
        long begun = System.nanoTime();
        client.control("interrupt_request", new JsonObject());
        client.finish(id);
        say("interrupt of the loop until idle", millis(begun), "ms");
    }

    private static void flood(KernelClient client) {
        long begun = System.nanoTime();
        Run run = client.execute("for (int i = 0; i < 100_000; i++) System.out.println(i);");
        double seconds = (System.nanoTime() - begun) / 1e9;
        say("100,000 println", seconds, "s");
        say("lines that came", run.out().lines().count(), "");
        say("stream messages", run.all("stream").size(), "");
    }

    private static void shutdown(KernelClient client, Process process) throws InterruptedException {
        String id = client.begin("System.out.print(\"zz\"); Thread.sleep(1_000_000);");
        client.awaitOutput(id, "zz");
        long begun = System.nanoTime();
        client.send(Channel.CONTROL, "shutdown_request", new JsonObject());
        process.waitFor();
        say("shutdown while a cell sleeps", millis(begun), "ms");
    }

    private static double millis(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    private static double cpu(Process process) {
        return process.info().totalCpuDuration().map(Duration::toMillis).orElse(0L) / 1e3;
    }

    private static double rss(Process process) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .sum()
                / 1024.0;
    }

    private static void say(String what, double value, String unit) {
        System.out.printf(Locale.ROOT, "%-40s %10.2f %s%n", what, value, unit);
    }
}
