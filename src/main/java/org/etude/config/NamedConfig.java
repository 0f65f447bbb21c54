// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.etude.report.EtudeException;

/**
 * The kinds of ready-made configurations, each a directory of {@code configs/}; a name is a file name without its
 * extension.
 */
public enum NamedConfig {
    /** Topologies with link rates and latencies. */
    NETWORK("networks", ".yaml"),
    /** ASTRA-sim system files. */
    SYSTEM("systems", ".json"),
    /** Configurations of the packet network. */
    PACKETS("packets", ".txt");

    private static final String ROOT = "/org/etude/configs/";

    private final String directory;
    private final String ending;

    NamedConfig(String directory, String ending) {
        this.directory = directory;
        this.ending = ending;
    }

    /** The names of this kind, in alphabetical order. */
    public List<String> names() {
        return resource("index.txt")
                .lines()
                .filter(line -> line.startsWith(directory + "/"))
                .map(line -> line.substring(directory.length() + 1, line.length() - ending.length()))
                .sorted()
                .toList();
    }

    /** Whether a configuration of this kind has the name. */
    public boolean has(String name) {
        return names().contains(name);
    }

    /**
     * The text of a configuration.
     *
     * @throws EtudeException when there is none of that name; the message lists the known names
     */
    public String text(String name) {
        if (!has(name)) {
            throw new UnknownConfigException(
                    "configs/" + directory + " has no \"" + name + "\"",
                    "Use one of " + String.join(", ", names()) + ".");
        }
        return resource(directory + "/" + name + ending);
    }

    private static String resource(String path) {
        try (InputStream in = NamedConfig.class.getResourceAsStream(ROOT + path)) {
            if (in == null) {
                throw new IllegalStateException("not on the class path: " + ROOT + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(path, e);
        }
    }
}
