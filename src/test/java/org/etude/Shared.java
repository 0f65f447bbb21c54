package org.etude;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where the project's shared inputs lie when they are beside the checkout; a fresh clone has none. */
public final class Shared {
    private Shared() {}

    /** A folder or file below the shared directory, if it is there. */
    public static Optional<Path> dir(String first, String... more) {
        Path path = Path.of("..", "shared").resolve(Path.of(first, more));
        return Files.exists(path) ? Optional.of(path) : Optional.empty();
    }
}
