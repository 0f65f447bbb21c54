// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.nio.file.Path;
import java.util.Locale;

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
