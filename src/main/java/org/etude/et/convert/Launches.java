// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import org.etude.link.model.LinkedRank;

/**
 * The launches of a rank's work, found once for its cuts and its plan.
 *
 * @param copies when work was launched, with calls that wait for the copy that they launch
 * @param full calls that waited for room in the queue of the GPU
 */
record Launches(WaitingCopies copies, FullQueues full) {
    static Launches of(LinkedRank rank, WorkNodes work) {
        return new Launches(new WaitingCopies(rank), new FullQueues(rank, work));
    }
}
