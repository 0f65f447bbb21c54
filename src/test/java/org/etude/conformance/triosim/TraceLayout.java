// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.triosim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.etude.compat.triosim.tracer.TrioSimConverter;
import org.etude.conformance.model.CaseLayout;
import org.etude.conformance.model.ConformanceCase;

/** Recorded conversions: recordings in {@code input}, TrioSim's files in {@code expected}, compared byte by byte. */
public final class TraceLayout implements CaseLayout {
    private static final String PROFILER = "profiler_";

    @Override
    public boolean holds(Path directory) {
        return Files.isDirectory(directory.resolve("expected"))
                && Files.isDirectory(directory.resolve("input"))
                && !profiles(directory).isEmpty();
    }

    @Override
    public List<ConformanceCase> cases(Path directory) {
        return profiles(directory).stream()
                .map(file -> {
                    String model = file.replaceFirst(PROFILER, "").replaceFirst("(-iter.*)?\\.json(\\.gz)?$", "");
                    return new ConformanceCase("converter/" + model, () -> differences(directory, file, model));
                })
                .toList();
    }

    private static List<String> differences(Path directory, String profile, String model) {
        Path input = directory.resolve("input");
        TrioSimConverter made = TrioSimConverter.convert(
                input.resolve(profile), input.resolve(profile.replaceFirst(PROFILER, "graph_")));
        List<String> differences = new ArrayList<>();
        Path expected = directory.resolve("expected");
        compare(expected.resolve("trace__" + model + "__trace.csv"), made.trace(), differences);
        compare(expected.resolve("trace__" + model + "__tensor.csv"), made.tensors(), differences);
        return differences;
    }

    private static void compare(Path expected, String made, List<String> differences) {
        try {
            if (!Files.readString(expected, StandardCharsets.UTF_8).equals(made)) {
                differences.add(expected.getFileName() + " differs");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> profiles(Path directory) {
        try (Stream<Path> files = Files.list(directory.resolve("input"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(PROFILER))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
