// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;

/**
 * The directory in which a program may keep data that it can recreate: XDG's cache directory, macOS's Caches, Windows'
 * LOCALAPPDATA.
 */
public final class CacheDirectory {
    private CacheDirectory() {}

    /** The outcomes of sweeps. */
    public static Path sweeps() {
        return base(
                        System.getProperty("os.name"),
                        home(System.getenv("HOME"), System.getProperty("user.home")),
                        System.getenv("XDG_CACHE_HOME"),
                        System.getenv("LOCALAPPDATA"))
                .resolve("etude")
                .resolve("sweeps");
    }

    /** Why outcomes of sweeps cannot be kept there, as with a read-only home directory; empty when they can. */
    public static Optional<String> obstacle() {
        try {
            AtomicFiles.checkWritable(sweeps());
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(IoReason.notWritten(sweeps(), e));
        }
    }

    /**
     * The home directory stated in the environment, as in containers and batch systems, otherwise that of the account.
     */
    private static String home(String stated, String ofAccount) {
        return stated == null || stated.isBlank() ? ofAccount : stated;
    }

    /** The directory of a system, from the environment. */
    public static Path base(String os, String home, String xdg, String local) {
        String name = os.toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return local == null || local.isEmpty() ? Path.of(home, "AppData", "Local") : Path.of(local);
        }
        if (name.startsWith("mac")) {
            return Path.of(home, "Library", "Caches");
        }
        return xdg == null || !Path.of(xdg).isAbsolute() ? Path.of(home, ".cache") : Path.of(xdg);
    }
}
