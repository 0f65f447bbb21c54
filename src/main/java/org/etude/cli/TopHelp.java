// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.util.List;
import org.etude.cli.base.FooterLine;
import org.etude.cli.base.HelpItem;
import org.etude.table.TextWrap;

/** The help of {@code etude} itself: its commands, grouped. Created without loading any of them. */
final class TopHelp {
    private static final String SUMMARY =
            "Study distributed deep-learning training from recorded traces: load, link, convert, repair, simulate.";
    private static final List<String> EXAMPLES = List.of(
            "etude demo",
            "etude run my-traces",
            "etude run my-traces --out runs/x --topology ring:2 --bandwidth 100Gbps --latency 2us",
            "etude run my-traces -n 128 --topology torus:4x4x8 --bandwidth 25,25,65Gbps --latency 5,5,14us",
            "etude load my-traces --format csv");
    private static final String MORE = "Run 'etude COMMAND --help' for its options. Tables and files: docs/formats.md.";
    private static final String EXIT_STATUS =
            "Exit status: 0 success; 1 bad input or result; 2 wrong usage; 3 success, but the input has errors; 70 a fault in"
                    + " Etude; 71 out of memory; 75 stopped at a limit such as --max-time; 130 interrupted.";

    private TopHelp() {}

    /** The text for a terminal of this width. */
    static String text(int width) {
        StringBuilder text = new StringBuilder("Usage: etude [-hV] COMMAND\n");
        paragraph(SUMMARY, width, text);
        item("-h, --help", "Show this help.", width, text.append('\n'));
        item("-V, --version", "Show the version.", width, text);
        CommandName.Group group = null;
        for (CommandName name : CommandName.values()) {
            if (name.group() != group) {
                group = name.group();
                text.append('\n').append(group.title()).append(":\n");
            }
            item(name.text(), name.description(), width, text);
        }
        text.append("\nExamples:\n");
        EXAMPLES.forEach(example -> FooterLine.broken("  " + example, width)
                .forEach(line -> text.append(line).append('\n')));
        paragraph(MORE, width, text.append('\n'));
        paragraph(EXIT_STATUS, width, text);
        return text.toString();
    }

    private static void paragraph(String words, int width, StringBuilder text) {
        TextWrap.lines(words, width).forEach(line -> text.append(line).append('\n'));
    }

    private static void item(String name, String words, int width, StringBuilder text) {
        HelpItem.write(name, words, width, text);
    }
}
