// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.notebook.eval.CellCode;
import org.etude.notebook.eval.CellEvaluator;

/**
 * A call of a magic.
 *
 * @param evaluator evaluator of the cell
 * @param cell runs code and actions
 * @param arguments the text after the name
 * @param body the code below a cell magic, with the lines above it blank; null for a line magic
 */
record MagicCall(CellEvaluator evaluator, CellCode cell, String arguments, String body) {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    /** The arguments, split at spaces outside quotes. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(arguments);
        while (matcher.find()) {
            String quoted = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
            words.add(quoted != null ? quoted : matcher.group(3));
        }
        return words;
    }
}
