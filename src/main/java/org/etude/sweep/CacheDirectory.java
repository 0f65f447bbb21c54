// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.nio.file.Path;
import java.util.Locale;

/** Where a program may keep what it can make again: XDG's cache directory, macOS's Caches, Windows' LOCALAPPDATA. */
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

    /** Where the environment says that home is, as in containers and batch systems, else where the account has it. */
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
