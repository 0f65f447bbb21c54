// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** The startup imports of every notebook, from the resource {@code imports.jsh}. */
final class StartupImports {
    private static final String STATIC = "import static ";

    private StartupImports() {}

    /** The lines whose classes and packages exist. */
    static List<String> read() {
        try (InputStream in = StartupImports.class.getResourceAsStream("imports.jsh")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith("import "))
                    .filter(StartupImports::exists)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean exists(String line) {
        String name = line.substring(line.startsWith(STATIC) ? STATIC.length() : "import ".length(), line.indexOf(';'));
        if (!line.startsWith(STATIC) && name.endsWith(".*")) {
            return true;
        }
        String type = line.startsWith(STATIC) ? name.substring(0, name.lastIndexOf('.')) : name;
        return ours(type) || platform(type);
    }

    /** Whether it is one of Etude's classes, or one nested in them: {@code SimOptions.Streams}. */
    private static boolean ours(String type) {
        String file = '/' + type.replace('.', '/');
        String nested = file.substring(0, file.lastIndexOf('/')) + '$' + file.substring(file.lastIndexOf('/') + 1);
        return Stream.of(file, nested).anyMatch(each -> StartupImports.class.getResource(each + ".class") != null);
    }

    private static boolean platform(String type) {
        try {
            Class.forName(type, false, ClassLoader.getPlatformClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
