// SPDX-License-Identifier: Apache-2.0
package org.etude.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.etude.Shared;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.TraceSet;

/** The shared traces, loaded once a test class. */
public final class Corpus {
    private final Map<String, TraceSet> loaded = new ConcurrentHashMap<>();

    /** Names of the cases. */
    public static List<String> cases() {
        try (Stream<Path> all = Files.list(Shared.dir("corpus"))) {
            return all.filter(Files::isDirectory)
                    .map(p -> p.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of the cases that a test is about. A corpus without any of them is an error, not a success. */
    public static List<String> cases(Predicate<String> wanted) {
        List<String> found = cases().stream().filter(wanted).toList();
        assertThat(found).as("cases of the corpus").isNotEmpty();
        return found;
    }

    public static Path path(String name) {
        return Shared.dir("corpus").resolve(name);
    }

    public TraceSet load(String name) {
        return loaded.computeIfAbsent(
                name, n -> TraceLoader.load(List.of(path(n)), LoadOptions.defaults(), Progress.NONE));
    }

    public LinkedSet link(String name) {
        return Linker.link(load(name), LinkOptions.defaults(), Progress.NONE);
    }

    /** The case's own description; a missing node when there is none. */
    public static JsonNode describe(String name) {
        Path file = path(name).resolve("case.json");
        try {
            return Files.exists(file)
                    ? new ObjectMapper().readTree(file.toFile())
                    : new ObjectMapper().createObjectNode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
