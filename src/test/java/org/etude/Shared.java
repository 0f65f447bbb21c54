// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;

/**
 * Where the project's shared inputs are if they are next to the checkout; a fresh clone has none. A test that asks for them
 * there is reported as skipped: one that passed on no case at all would say nothing.
 */
public final class Shared {
    private static final Path ROOT = Path.of("..", "shared");

    private Shared() {}

    /** A folder or file below the shared directory; aborts the test when it is not there. */
    public static Path dir(String first, String... more) {
        Path path = ROOT.resolve(Path.of(first, more));
        assumeThat(path).as("shared inputs beside the checkout").exists();
        return path;
    }
}
