// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.etude.cli.base.DeclaredOption.NumberRange;
import org.etude.report.EtudeException;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The options that the user typed, of the command that is to run.
 *
 * @param parsed what was typed for that command
 */
public record GivenOptions(ParseResult parsed) {
    /** Checks a command and all its mixins. */
    public static void check(ParseResult parsed) {
        GivenOptions given = new GivenOptions(parsed);
        parsed.matchedOptions().forEach(given::checkNumbers);
        given.check(parsed.commandSpec());
    }

    private void checkNumbers(OptionSpec option) {
        DeclaredOption declared = DeclaredOption.of(option);
        if (declared != null && declared.range() != null) {
            Object value = option.getValue();
            int count = value.getClass().isArray() ? Array.getLength(value) : 1;
            for (int i = 0; i < count; i++) {
                checkNumber(option, declared.range(), value.getClass().isArray() ? Array.get(value, i) : value);
            }
        }
    }

    private void checkNumber(OptionSpec option, NumberRange allowed, Object value) {
        double number = value instanceof Time time
                ? time.picoseconds()
                : value instanceof Bytes bytes ? bytes.value() : ((Number) value).doubleValue();
        if (!allowed.contains(number)) {
            throw new ParameterException(
                    parsed.commandSpec().commandLine(), typed(option) + " is " + value + "; give " + allowed.give());
        }
    }

    private void check(CommandSpec spec) {
        if (spec.userObject() instanceof CheckedOptions checked) {
            checked.check(this);
        }
        spec.mixins().values().forEach(this::check);
    }

    /** The name by which an option was typed. */
    private String typed(OptionSpec option) {
        List<String> words = parsed.originalArgs();
        return Stream.of(option.names())
                .filter(name -> words.stream().anyMatch(word -> word.equals(name) || word.startsWith(name + "=")))
                .findFirst()
                .orElse(option.longestName());
    }

    /** Whether an option was typed; by any of its names. */
    public boolean has(String option) {
        return parsed.hasMatchedOption(option);
    }

    /**
     * Refuses options that were typed though nothing would come of them.
     *
     * @param when the end of the sentence "--x has no effect ..."
     * @throws ParameterException when one of them was typed
     */
    public void refuse(String when, String... options) {
        for (String option : options) {
            if (has(option)) {
                throw new ParameterException(parsed.commandSpec().commandLine(), option + " has no effect " + when);
            }
        }
    }

    /** Refuses options that were typed without the one that they belong to. */
    public void need(String needed, String... options) {
        if (!has(needed)) {
            refuse("without " + needed, options);
        }
    }

    /**
     * Makes what the options describe, so that values which cannot be used are found before anything is read.
     *
     * @throws ParameterException with the reason when it cannot be made
     */
    public void accept(Runnable make) {
        try {
            make.run();
        } catch (EtudeException | IllegalArgumentException e) {
            throw new ParameterException(parsed.commandSpec().commandLine(), e.getMessage());
        }
    }

    /** Makes what one option describes; the error names it. */
    public void accept(String option, Runnable make) {
        accept(() -> {
            try {
                make.run();
            } catch (EtudeException e) {
                throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
            }
        });
    }

    /** Refuses all typed options that one of these classes declares. */
    public void refuseAllOf(Collection<Class<?>> classes, String when) {
        refuse(
                when,
                parsed.matchedOptions().stream()
                        .filter(option -> {
                            DeclaredOption declared = DeclaredOption.of(option);
                            return declared != null && classes.contains(declared.owner());
                        })
                        .map(this::typed)
                        .toArray(String[]::new));
    }
}
