// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import java.util.List;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.eval.CellVariable;

/** The magic %who: lists variables. */
final class WhoMagic implements Magic {
    private static final int VALUE = 60;

    @Override
    public String name() {
        return "who";
    }

    @Override
    public String usage() {
        return "%who";
    }

    @Override
    public String summary() {
        return "lists the variables of all cells with type and value";
    }

    @Override
    public CellResult run(MagicCall call) {
        return call.cell().call(() -> {
            List<CellVariable> variables = call.evaluator().variables();
            int names =
                    variables.stream().mapToInt(v -> v.name().length()).max().orElse(0);
            int types =
                    variables.stream().mapToInt(v -> v.type().length()).max().orElse(0);
            for (CellVariable each : variables) {
                System.out.println(pad(each.name(), names) + "  " + pad(each.type(), types) + "  " + value(each));
            }
            if (variables.isEmpty()) {
                System.out.println("no variables");
            }
            return null;
        });
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private static String value(CellVariable variable) {
        String text = text(variable.value().orElse(null)).lines().findFirst().orElse("");
        if (text.length() <= VALUE) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(VALUE - 4)) ? VALUE - 4 : VALUE - 3;
        return text.substring(0, end) + "...";
    }

    /** One value that cannot be shown must not hide the others. */
    private static String text(Object value) {
        try {
            String text = String.valueOf(value);
            return text == null ? "null" : text;
        } catch (RuntimeException | StackOverflowError e) {
            return "(toString() throws " + e.getClass().getSimpleName() + ")";
        }
    }
}
