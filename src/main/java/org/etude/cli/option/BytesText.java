// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.unit.Bytes;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a size such as {@code 2GB}. */
public final class BytesText implements ITypeConverter<Bytes> {
    @Override
    public Bytes convert(String text) {
        try {
            return Bytes.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
