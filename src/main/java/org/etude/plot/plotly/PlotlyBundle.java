// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.plotly;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The Plotly bundle in the jar; works offline. */
public final class PlotlyBundle {
    private static final String RESOURCE = "/org/etude/kernel/plotly.min.js";

    private PlotlyBundle() {}

    /** Opens the file, 1.5 MB compressed; the caller closes it. */
    public static InputStream open() {
        InputStream in = PlotlyBundle.class.getResourceAsStream(RESOURCE);
        if (in == null) {
            throw new IllegalStateException(
                    "the class path lacks " + RESOURCE + ", which the build copies from kernel/");
        }
        return in;
    }

    /** The whole script, about 4 MB. */
    public static String text() {
        try (InputStream in = open()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
