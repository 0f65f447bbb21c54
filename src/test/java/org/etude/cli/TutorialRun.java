// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row of the table of runs in docs/tutorials.md.
 *
 * @param script the original's script
 * @param notebook link to the notebook that does the same, or "none"
 * @param inputs folder of the recorded inputs
 * @param command command line, with INPUTS for the four options of every run
 * @param cycles cycles of the last rank; empty where the original deadlocks
 */
public record TutorialRun(String script, String notebook, String inputs, String command, OptionalLong cycles) {
    private static final Path TABLE = Path.of("docs", "tutorials.md");
    private static final Pattern LINK = Pattern.compile("\\[[^]]*]\\(\\.\\./([^)]+)\\)");

    public static List<TutorialRun> all() {
        try (var lines = Files.lines(TABLE)) {
            return lines.map(line -> line.split(" *\\| *"))
                    .filter(cells -> cells.length == 6 && cells[4].startsWith("`etude "))
                    .map(cells ->
                            new TutorialRun(cells[1], cells[2], cells[3], cells[4].replace("`", ""), cycles(cells[5])))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static OptionalLong cycles(String cell) {
        return cell.startsWith("none") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(cell.replace(",", "")));
    }

    public boolean packet() {
        return command.contains("--backend=packet");
    }

    /** The notebook's file, or null where there is none. */
    public Path notebookFile() {
        Matcher link = LINK.matcher(notebook);
        return link.matches() ? Path.of(link.group(1)) : null;
    }
}
