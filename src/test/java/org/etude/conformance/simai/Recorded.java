// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.etude.conformance.Conformance;

/** The project's own copy of recorded figures. */
public final class Recorded {
    private Recorded() {}

    /** The words of each line of a resource; comments are left out. */
    public static Stream<List<String>> lines(String name) {
        return text(name).lines().filter(line -> !line.startsWith("#")).map(line -> List.of(line.split(" ")));
    }

    /** A resource as text. */
    public static String text(String name) {
        try (InputStream in = Recorded.class.getResourceAsStream("/simai/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What {@code etude conformance} prints for a directory. */
    static String conformance(Path directory) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Conformance.run(directory, SimAiLayouts.all(), new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
