// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.link.Linker;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.TraceSet;

/** CPU seconds of each step from trace files to ET files, in one fresh process: {@code ConvertBenchmark TRACES OUT}. */
public final class ConvertBenchmark {
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long before;

    private ConvertBenchmark() {}

    /** Runs once and prints one line per step. */
    public static void main(String[] args) throws IOException {
        new ConvertBenchmark().run(Path.of(args[0]), Path.of(args[1]));
    }

    private void run(Path traces, Path out) throws IOException {
        step("start of the JVM");
        TraceSet loaded = TraceLoader.load(List.of(traces), LoadOptions.defaults(), Progress.NONE);
        step("load");
        LinkedSet linked = Linker.link(loaded, LinkOptions.defaults(), Progress.NONE);
        step("link");
        EtSet set = EtConverter.convert(linked, ConvertOptions.defaults(), Progress.NONE);
        step("convert");
        EtFiles.writeSet(set, out, Progress.NONE);
        step("write");
        EtSet read = EtFiles.readSet(out.resolve(set.prefix()), Progress.NONE);
        step("read");
        System.out.println("nodes of rank 0: " + read.ranks().get(0).size());
        Path status = Path.of("/proc/self/status");
        if (Files.exists(status)) {
            Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("VmHWM"))
                    .forEach(System.out::println);
        }
    }

    private void step(String name) {
        long now = system.getProcessCpuTime();
        System.out.printf(Locale.ROOT, "%-16s %6.2f CPU s%n", name, (now - before) / 1e9);
        before = now;
    }
}
