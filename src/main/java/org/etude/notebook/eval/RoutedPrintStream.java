// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.etude.notebook.output.StreamName;

/** System.out or System.err while cells run. */
final class RoutedPrintStream extends PrintStream {
    private final PrintStream original;
    private final StreamRoute route;

    RoutedPrintStream(PrintStream original, StreamName name) {
        this(original, new StreamRoute(original, name));
    }

    private RoutedPrintStream(PrintStream original, StreamRoute route) {
        super(route, false, StandardCharsets.UTF_8);
        this.original = original;
        this.route = route;
    }

    PrintStream original() {
        return original;
    }

    StreamRoute route() {
        return route;
    }

    @Override
    public void close() {
        // a cell that closes System.out must not silence later ones
    }
}
