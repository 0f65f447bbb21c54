// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.Map;
import org.etude.cli.base.ParsedText;
import org.etude.spec.Fidelity;

/** Parses a fidelity: packet, analytic (also called unaware), aware or recorded. */
public final class FidelityName extends ParsedText<Fidelity> {
    /** For picocli. */
    public FidelityName() {
        super(
                Map.of(
                        "packet", Fidelity.PACKET,
                        "analytic", Fidelity.ANALYTIC,
                        "unaware", Fidelity.ANALYTIC,
                        "aware", Fidelity.AWARE,
                        "recorded", Fidelity.RECORDED),
                "none of packet, analytic (unaware of congestion), aware, recorded");
    }
}
