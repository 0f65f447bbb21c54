// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.unit.Time;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time such as {@code 609us}. */
public final class TimeText implements ITypeConverter<Time> {
    @Override
    public Time convert(String text) {
        try {
            return Time.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
