// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.Locale;
import org.etude.plot.model.PlotException;
import org.etude.plot.model.Size;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the size of a figure: a name, {@code 120} (mm wide) or {@code 120x60}. */
public final class SizeArgument implements ITypeConverter<Size> {
    @Override
    public Size convert(String text) {
        return switch (text.toLowerCase(Locale.ROOT).replace('_', '-')) {
            case "column" -> Size.COLUMN;
            case "ieee-column" -> Size.IEEE_COLUMN;
            case "double" -> Size.DOUBLE;
            case "ieee-double" -> Size.IEEE_DOUBLE;
            case "slide" -> Size.SLIDE;
            case "screen" -> Size.SCREEN;
            default -> millimetres(text);
        };
    }

    private static Size millimetres(String text) {
        if (!text.matches("\\d{1,6}(\\.\\d{1,3})?(x\\d{1,6}(\\.\\d{1,3})?)?")) {
            throw new TypeConversionException(
                    text
                            + " is not a known size: choose one of column, ieee-column, double, ieee-double, slide, screen, 120 and 120x60 (mm)");
        }
        String[] parts = text.split("x");
        try {
            Size wide = Size.DOUBLE.width(Double.parseDouble(parts[0]));
            return parts.length == 1 ? wide : wide.height(Double.parseDouble(parts[1]));
        } catch (PlotException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
