package org.etude;

import java.nio.file.Path;
import java.util.Locale;

/** Where a program may keep what it can make again: XDG's cache directory, macOS's Caches, Windows' LOCALAPPDATA. */
final class CacheDirectory {
    private CacheDirectory() {}

    static Path sweeps() {
        return base(
                        System.getProperty("os.name"),
                        System.getProperty("user.home"),
                        System.getenv("XDG_CACHE_HOME"),
                        System.getenv("LOCALAPPDATA"))
                .resolve("etude")
                .resolve("sweeps");
    }

    static Path base(String os, String home, String xdg, String local) {
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
