// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.List;
import org.etude.repair.graph.ChangeLog;
import org.etude.report.Finding;
import org.etude.spec.RepairOptions;
import org.etude.spec.RepairOptions.Unknown;

/**
 * Ensures that every send has a receive of the same tag and size, and vice versa. A side that lacks peer, tag or size
 * takes it from the other. Messages of unknown size on both sides cannot be replayed individually and are removed even
 * under {@link Unknown#REPLAY}.
 */
public final class TransferCheck {
    private final Ranks ranks;
    private final RepairOptions options;
    private final List<Finding> findings;

    /** Prepares the check; results are added to the findings. */
    public TransferCheck(Ranks ranks, RepairOptions options, List<Finding> findings) {
        this.ranks = ranks;
        this.options = options;
        this.findings = findings;
    }

    /** Checks and, depending on the options, changes. */
    public void run(ChangeLog log) {
        TransferDecision decision = new TransferDecision(ranks.count(), options);
        BalancedChannels balanced = new BalancedChannels(ranks, !options.astraSim());
        for (int rank = 0; rank < ranks.count(); rank++) {
            if (!balanced.hasAll(rank)) {
                for (Message message : Message.all(ranks.graph(rank), rank)) {
                    if (message.peer() < 0 || !balanced.has(message.source(), message.destination())) {
                        decision.add(message);
                    }
                }
            }
        }
        decision.decide();
        decision.findings().values().forEach(findings::addAll);
        decision.edits().forEach((rank, edit) -> ranks.set(rank, edit.apply(ranks.graph(rank), rank, log)));
    }
}
