// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.Locale;
import org.etude.spec.SimOptions.Spanning;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how groups that cross dimensions exchange: flat or hierarchical. */
final class SpanningName implements ITypeConverter<Spanning> {
    @Override
    public Spanning convert(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "flat" -> Spanning.FLAT;
            case "hierarchical" -> Spanning.HIERARCHICAL;
            default -> throw new TypeConversionException("'" + text + "' is neither flat nor hierarchical");
        };
    }
}
