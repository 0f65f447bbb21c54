// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.spec.AlgorithmSpec;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses an algorithm by its name in a system file: ring, direct, halvingDoubling and so on. */
public final class AlgorithmName implements ITypeConverter<AlgorithmSpec> {
    @Override
    public AlgorithmSpec convert(String name) {
        AlgorithmSpec algorithm = AlgorithmSpec.parse(name);
        if (algorithm == null) {
            throw new TypeConversionException(
                    name + " is not a known algorithm: choose one of ring, stridedRings, direct, halvingDoubling, ...");
        }
        return algorithm;
    }
}
