// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.Locale;
import org.etude.spec.SimOptions.Streams;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads what a rank sends at once: one or per-group. */
final class StreamsName implements ITypeConverter<Streams> {
    @Override
    public Streams convert(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "one" -> Streams.ONE;
            case "per-group" -> Streams.PER_GROUP;
            default -> throw new TypeConversionException("'" + text + "' is neither one nor per-group");
        };
    }
}
