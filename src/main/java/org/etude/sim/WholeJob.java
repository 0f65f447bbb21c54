// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.spec.SimulationException;

/** Rejects recorded ranks without the ranks they communicate with. */
public final class WholeJob {
    private WholeJob() {}

    /**
     * Checks the traces of a run.
     *
     * @throws SimulationException when ranks were not recorded and no copies of the others are to replace them
     */
    public static void require(List<EtGraph> ranks) {
        for (EtGraph graph : ranks) {
            for (EtAttribute attribute : graph.metadata()) {
                if (attribute.name().equals(EtNames.INCOMPLETE_WORLD)) {
                    throw missing(ranks.size(), (Long) attribute.value());
                }
            }
        }
    }

    private static SimulationException missing(int present, long world) {
        return new SimulationException(
                "the job had " + world + " ranks, of which " + present + (present == 1 ? " was" : " were")
                        + " recorded: collectives wait for missing ranks",
                "Add the traces of the missing ranks, or simulate them as copies of the recorded ones: -n " + world
                        + " on the command line, scaleTo(" + world + ") in Java.");
    }
}
