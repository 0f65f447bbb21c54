// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.etude.conformance.model.CaseLayout;
import org.etude.conformance.model.ConformanceCase;

/** Cases that an {@code index.json} lists, one object per case; the fields they share show their kind. */
abstract class IndexLayout implements CaseLayout {
    private static final String INDEX = "index.json";

    /** Whether an entry of the index is of this kind. */
    abstract boolean isOfKind(JsonNode entry);

    /** Runs one entry. */
    abstract List<String> differences(Path directory, JsonNode entry) throws IOException;

    @Override
    public final boolean holds(Path directory) {
        Path index = directory.resolve(INDEX);
        if (!Files.isRegularFile(index)) {
            return false;
        }
        JsonNode entries = json(index);
        return entries.isArray() && !entries.isEmpty() && isOfKind(entries.get(0));
    }

    @Override
    public final List<ConformanceCase> cases(Path directory) {
        List<ConformanceCase> all = new ArrayList<>();
        String kind = directory.getFileName() + "/";
        int number = 0;
        for (JsonNode entry : json(directory.resolve(INDEX))) {
            String name = entry.path("case").asText("entry " + number);
            number++;
            all.add(new ConformanceCase(kind + name, () -> {
                if (!isOfKind(entry)) {
                    return List.of(
                            "its entry in " + INDEX + " lacks what the first entry has: " + missing(directory, entry));
                }
                try {
                    return differences(directory, entry);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
        }
        return all;
    }

    private static List<String> missing(Path directory, JsonNode entry) {
        List<String> names = new ArrayList<>();
        json(directory.resolve(INDEX)).get(0).fieldNames().forEachRemaining(names::add);
        names.removeIf(entry::has);
        return names;
    }

    static JsonNode json(Path file) {
        try (InputStream in = open(file)) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bytes of a recorded file, packed or not. */
    static byte[] bytes(Path file) throws IOException {
        try (InputStream in = open(file)) {
            return in.readAllBytes();
        }
    }

    static List<String> strings(JsonNode array) {
        List<String> all = new ArrayList<>();
        array.forEach(node -> all.add(node.asText()));
        return all;
    }

    private static InputStream open(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
    }
}
