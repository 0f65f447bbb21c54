// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.Map;
import org.etude.spec.Fidelity;

/** Reads how closely to simulate: packet, analytic (also called unaware), aware or recorded. */
public final class FidelityName extends ParsedText<Fidelity> {
    /** Made by the command line. */
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
