// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.paint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.etude.plot.model.PlotException;

/** Opens a page in the desktop's browser. */
public final class Browser {
    private Browser() {}

    /** Opens a page in the user's browser. Throws an error with advice if there is none. */
    public static void open(Path page) {
        List<String> command = command(System.getProperty("os.name", ""), page);
        try {
            new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new PlotException(
                    "no browser could be started by \"" + command.get(0) + "\"",
                    "Use save(\"figure.html\") and open the file yourself.",
                    e);
        }
    }

    static List<String> command(String system, Path page) {
        String name = system.toLowerCase(Locale.ROOT);
        String uri = page.toUri().toString();
        if (name.startsWith("windows")) {
            return List.of("rundll32", "url.dll,FileProtocolHandler", uri);
        }
        return List.of(name.startsWith("mac") ? "open" : "xdg-open", uri);
    }
}
