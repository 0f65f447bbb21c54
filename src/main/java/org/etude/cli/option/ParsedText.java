// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the text of an option with a function that says in an {@link IllegalArgumentException} what is wrong with it.
 *
 * @param <T> the value read
 */
abstract class ParsedText<T> implements ITypeConverter<T> {
    private final Function<String, T> parser;

    ParsedText(Function<String, T> parser) {
        this.parser = parser;
    }

    /**
     * One of some values by its name, in upper or lower case.
     *
     * @param byName the values by their names in lower case
     * @param otherwise the error after the text: {@code neither flat nor hierarchical}
     */
    ParsedText(Map<String, T> byName, String otherwise) {
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
