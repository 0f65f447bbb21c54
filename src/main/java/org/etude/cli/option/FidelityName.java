// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.Locale;
import org.etude.spec.Fidelity;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how closely to simulate: packet, analytic (also called unaware), aware or recorded. */
public final class FidelityName implements ITypeConverter<Fidelity> {
    @Override
    public Fidelity convert(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "packet" -> Fidelity.PACKET;
            case "analytic", "unaware" -> Fidelity.ANALYTIC;
            case "aware" -> Fidelity.AWARE;
            case "recorded" -> Fidelity.RECORDED;
            default ->
                throw new TypeConversionException(
                        "'" + text + "' is none of packet, analytic (unaware of congestion), aware, recorded");
        };
    }
}
