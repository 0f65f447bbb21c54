// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.Optional;
import org.etude.network.analytic.Symmetries;
import org.etude.network.analytic.TieLedger;
import org.etude.network.queue.MessageLog;

/** What makes some ranks represent all in a run: the symmetries, the proof that is kept during the run, and the expansion to all ranks. */
public interface RankReduction {
    TieLedger ledger();

    Symmetries symmetries();

    /** Ranks with a number of their own in the run, from 0 on; of these those are simulated that represent themselves. */
    int span();

    /** By rank of the job: the simulated rank that represents it. */
    int[] standIns();

    /** A simulated rank issues its first nodes. */
    void begins(int rank);

    /** A simulated rank finished. */
    void finished(int rank);

    /** All ranks in the order in which they finished. */
    int[] finishOrder();

    /** The messages of all ranks, when they were recorded. */
    Optional<MessageLog> messages();
}
