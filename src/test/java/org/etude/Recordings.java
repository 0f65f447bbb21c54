// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowingConsumer;
import org.etude.report.EtudeException;
import org.junit.jupiter.api.DynamicTest;

/** All recorded jobs, those of this repository and the shared ones, each a case of what a test checks. */
public final class Recordings {
    private static final Set<String> UNUSABLE =
            Set.of("path_12_trunc_host", "path_14_zero_bytes", "rec_cnn_crash_truncated_host");
    /** Directories of several recordings. */
    private static final Set<String> SEVERAL = Set.of("netsyn_cuda", "netsyn_hip");

    private final Predicate<Path> wanted;
    private final ThrowingConsumer<Path> check;

    private Recordings(Predicate<Path> wanted, ThrowingConsumer<Path> check) {
        this.wanted = wanted;
        this.check = check;
    }

    /** A check of each folder that is wanted. */
    public static Recordings each(Predicate<Path> wanted, ThrowingConsumer<Path> check) {
        return new Recordings(wanted, check);
    }

    /** The traces of a recording and the workload they become. */
    record Loaded(Traces traces, Workload work) {
        private static Loaded of(Path recording) {
            Traces traces = Traces.load(recording.toString());
            return new Loaded(traces, traces.link().toEt().repair());
        }
    }

    /** A recording loaded, linked, converted and repaired, unless it is {@linkplain #load(Path, Function) refused}. */
    static Optional<Loaded> load(Path recording) {
        return load(recording, Loaded::of);
    }

    /** The result of a loader; empty where an error is the right answer, and fails on any other error. */
    public static <T> Optional<T> load(Path recording, Function<Path, T> loader) {
        try {
            return Optional.of(loader.apply(recording));
        } catch (EtudeException e) {
            assertThat(isUnusable(recording) || e.getMessage().contains("no traces found"))
                    .as("%s is no recording that has to be refused: %s", recording, e.getMessage())
                    .isTrue();
            return Optional.empty();
        }
    }

    /** Whether a recording is cut off, empty or none by itself, so that an error is the right answer. */
    private static boolean isUnusable(Path recording) {
        String name = recording.getFileName().toString();
        return UNUSABLE.contains(name) || SEVERAL.contains(name);
    }

    /** The recordings of this repository. */
    public Stream<DynamicTest> ofRepository() throws IOException {
        return cases(Path.of("data"));
    }

    /** The shared recordings of a few nodes each. */
    public Stream<DynamicTest> small() throws IOException {
        Recordings small = each(wanted.and(dir -> dir.getFileName().toString().startsWith("sem_")), check);
        return small.shared("recordings");
    }

    /** The recordings of a shared folder. */
    public Stream<DynamicTest> shared(String folder) throws IOException {
        return cases(Shared.dir(folder));
    }

    private Stream<DynamicTest> cases(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root, 2)) {
            List<DynamicTest> cases = all.filter(dir -> !dir.equals(root) && Files.isDirectory(dir) && wanted.test(dir))
                    .sorted()
                    .map(dir -> DynamicTest.dynamicTest(root.relativize(dir).toString(), () -> check.accept(dir)))
                    .toList();
            assertThat(cases).as("recordings in %s", root).isNotEmpty();
            return cases.stream();
        }
    }
}
