// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses the text of an option with a function that throws an {@link IllegalArgumentException} with the error.
 *
 * @param <T> the type of the value
 */
public abstract class ParsedText<T> implements ITypeConverter<T> {
    private final Function<String, T> parser;

    /** Parses with a function. */
    protected ParsedText(Function<String, T> parser) {
        this.parser = parser;
    }

    /**
     * Selects a value by its name, ignoring case.
     *
     * @param byName the values by their names in lower case
     * @param otherwise the error after the text: {@code neither flat nor hierarchical}
     */
    protected ParsedText(Map<String, T> byName, String otherwise) {
        this(text -> {
            T value = byName.get(text.toLowerCase(Locale.ROOT));
            if (value == null) {
                throw new IllegalArgumentException("'" + text + "' is " + otherwise);
            }
            return value;
        });
    }

    @Override
    public final T convert(String text) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
