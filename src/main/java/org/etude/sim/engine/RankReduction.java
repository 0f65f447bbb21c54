// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.Optional;
import org.etude.network.analytic.Symmetries;
import org.etude.network.analytic.TieLedger;
import org.etude.network.queue.MessageLog;

/**
 * A reduction of a run to some ranks that represent all: the symmetries, the proof kept during the run, and the
 * expansion to all ranks.
 */
public interface RankReduction {
    TieLedger ledger();

    Symmetries symmetries();

    /** Number of ranks numbered in the run, from 0 on; those of them that represent themselves are simulated. */
    int span();

    /** For each rank of the job, the simulated rank that represents it. */
    int[] standIns();

    /** A simulated rank issues its first nodes. */
    void begins(int rank);

    /** A simulated rank has finished. */
    void finished(int rank);

    /** All ranks in the order in which they finished. */
    int[] finishOrder();

    /** The messages of all ranks, when they were recorded. */
    Optional<MessageLog> messages();
}
