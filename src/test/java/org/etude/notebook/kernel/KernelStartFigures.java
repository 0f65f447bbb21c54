// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures how long a kernel takes from the start of its process to the first {@code Traces} in a cell, as a front end that
 * sends the cell at once sees it: {@code KernelStartFigures kernel.json TRACES_DIRECTORY RUNS [JVM option ...]}. Each line
 * is a run, the last the least of each figure; see docs/benchmarks/notebook.md. With {@code -Detude.pause=MS} in its own JVM the
 * cell is sent that long after the kernel is ready, as if somebody had opened a notebook and read it; "shown" counts from there.
 */
public final class KernelStartFigures {
    private KernelStartFigures() {}

    /** Seconds of wall clock until kernel_info and until the table was there, CPU seconds of the kernel until then. */
    private record Figures(double ready, double shown, double cpu) {
        Figures least(Figures other) {
            return new Figures(Math.min(ready, other.ready), Math.min(shown, other.shown), Math.min(cpu, other.cpu));
        }

        void print(String name) {
            System.out.printf(Locale.ROOT, "%-6s ready %5.2f s, shown %5.2f s, CPU %5.2f s%n", name, ready, shown, cpu);
        }
    }

    /** Runs kernels one after the other. */
    public static void main(String[] args) throws Exception {
        List<String> options = List.of(args).subList(3, args.length);
        Figures least = new Figures(Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE);
        for (int run = 1; run <= Integer.parseInt(args[2]); run++) {
            Figures figures = run(Path.of(args[0]), args[1], options);
            figures.print("run " + run);
            least = least.least(figures);
        }
        least.print("least");
    }

    private static Figures run(Path kernel, String traces, List<String> options) throws Exception {
        Path file = TestConnection.in(Files.createTempDirectory("kernel-start"));
        List<String> command = command(kernel, file);
        command.addAll(1, options);
        try (KernelClient client = new KernelClient(file)) {
            String info = client.send(Channel.CONTROL, "kernel_info_request", new JsonObject());
            int pause = Integer.getInteger("etude.pause", -1);
            String cell = pause < 0 ? client.begin(cell(traces)) : null;
            long start = System.nanoTime();
            Process process = new ProcessBuilder(command).inheritIO().start();
            try {
                client.reply(info);
                double ready = seconds(start);
                long sent = start;
                if (cell == null) {
                    Thread.sleep(pause);
                    sent = System.nanoTime();
                    cell = client.begin(cell(traces));
                }
                Msg reply = client.reply(cell);
                double shown = seconds(sent);
                if (!"ok".equals(reply.status())) {
                    throw new IllegalStateException(reply.content().toString());
                }
                return new Figures(ready, shown, cpu(process));
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static String cell(String traces) {
        return "var traces = Traces.load(\"" + traces + "\");\ntraces";
    }

    private static List<String> command(Path kernel, Path connection) throws IOException {
        List<String> command = new ArrayList<>();
        for (JsonElement part : JsonParser.parseString(Files.readString(kernel))
                .getAsJsonObject()
                .getAsJsonArray("argv")) {
            command.add(part.getAsString().replace("{connection_file}", connection.toString()));
        }
        return command;
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private static double cpu(Process process) {
        return process.info().totalCpuDuration().map(Duration::toMillis).orElse(0L) / 1e3;
    }
}
