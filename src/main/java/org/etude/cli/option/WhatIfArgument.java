// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.report.EtudeException;
import org.etude.spec.OpClass;
import org.etude.spec.WhatIf;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A what-if question: changes separated by commas, {@code links=2}, {@code level:0=2}, {@code link:8-12=2}, {@code
 * latency=0.5}, {@code compute=0.5}, {@code host=0}, {@code collectives=0}, {@code ops:matmul=0.5}, {@code
 * op:aten::mm=0}. A comma is part of a name unless another change follows it.
 */
record WhatIfArgument(String text, UnaryOperator<WhatIf> question) {
    private static final Pattern BETWEEN = Pattern.compile(
            ",(?=\\s*(?:(?:links|latency|compute|host|collectives)=|(?:level|link|ops|op):))",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern CHANGE = Pattern.compile("([a-z]+)(?::(.+))?=([^=]+)", Pattern.DOTALL);
    private static final Pattern PAIR = Pattern.compile("([0-9]{1,9})-([0-9]{1,9})");

    static WhatIfArgument parse(String text) {
        UnaryOperator<WhatIf> all = UnaryOperator.identity();
        for (String part : BETWEEN.split(text, -1)) {
            UnaryOperator<WhatIf> before = all;
            UnaryOperator<WhatIf> next = change(part.strip(), text);
            all = what -> next.apply(before.apply(what));
        }
        all.apply(WhatIf.nothing());
        return new WhatIfArgument(text, all);
    }

    private static UnaryOperator<WhatIf> change(String part, String text) {
        Matcher m = CHANGE.matcher(part);
        if (!m.matches()) {
            throw wrong(text, "unknown change \"" + part + "\"");
        }
        double factor = factor(m.group(3).strip(), text);
        String which = m.group(2);
        String word = m.group(1) + (which == null ? "" : ":");
        return switch (word) {
            case "links" -> what -> what.links(factor);
            case "latency" -> what -> what.latency(factor);
            case "compute" -> what -> what.compute(factor);
            case "host" -> what -> what.host(factor);
            case "collectives" -> what -> what.collectives(factor);
            case "op:" -> what -> what.op(which, factor);
            case "ops:" -> {
                OpClass sort = sort(which, text);
                yield what -> what.ops(sort, factor);
            }
            case "level:" -> {
                if (!which.matches("[0-9]{1,6}")) {
                    throw wrong(text, "\"" + which + "\" is not a level number");
                }
                int level = Integer.parseInt(which);
                yield what -> what.level(level, factor);
            }
            case "link:" -> {
                Matcher pair = PAIR.matcher(which);
                if (!pair.matches()) {
                    throw wrong(text, "\"" + which + "\" is not a pair of nodes");
                }
                int a = Integer.parseInt(pair.group(1));
                int b = Integer.parseInt(pair.group(2));
                yield what -> what.link(a, b, factor);
            }
            default -> throw wrong(text, "unknown change \"" + part + "\"");
        };
    }

    private static double factor(String word, String text) {
        try {
            double factor = Double.parseDouble(word);
            if (factor >= 0 && !Double.isInfinite(factor)) {
                return factor;
            }
        } catch (NumberFormatException e) {
            throw wrong(text, "\"" + word + "\" is not a factor");
        }
        throw wrong(text, "the factor " + word + " is not 0 or more");
    }

    private static OpClass sort(String word, String text) {
        try {
            return OpClass.valueOf(word.strip().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw wrong(
                    text,
                    "\"" + word + "\" is not a kind of work: "
                            + Arrays.toString(OpClass.values()).toLowerCase(Locale.ROOT));
        }
    }

    private static TypeConversionException wrong(String text, String what) {
        return new TypeConversionException("\"" + text + "\": " + what
                + ". Write links=2, level:0=2, link:8-12=2, latency=0.5, compute=0.5, host=0, collectives=0,"
                + " ops:matmul=0.5 or op:aten::mm=0, several joined by commas.");
    }

    /** Parses a question. */
    static final class Converter implements ITypeConverter<WhatIfArgument> {
        @Override
        public WhatIfArgument convert(String text) {
            try {
                return parse(text);
            } catch (EtudeException e) {
                throw new TypeConversionException("\"" + text + "\": " + e.getMessage());
            }
        }
    }
}
