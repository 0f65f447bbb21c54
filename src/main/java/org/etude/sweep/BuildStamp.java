// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Distinguishes builds of Etude, so that cached outcomes are not reused after a code change. */
public final class BuildStamp {
    private BuildStamp() {}

    /** A version combined with the compile time of this build's classes. */
    public static String of(String version) {
        return version + "@" + newest(source());
    }

    private static Path source() {
        try {
            return Path.of(BuildStamp.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long newest(Path source) {
        try (Stream<Path> files = Files.walk(source)) {
            return files.mapToLong(f -> f.toFile().lastModified()).max().orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(source + ": cannot be read", e);
        }
    }
}
