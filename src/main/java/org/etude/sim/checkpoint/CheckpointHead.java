// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

/**
 * The header of a checkpoint: which run it belongs to.
 *
 * @param build the build of Etude that wrote it
 * @param attempt how the job was being simulated: reduced by symmetry or rank by rank
 * @param refused why earlier attempts were given up; "" when there were none
 * @param objects fingerprint of the objects of the newly built engine
 * @param ns simulated time
 */
record CheckpointHead(
        String build,
        String job,
        String settings,
        int attempt,
        String refused,
        long objects,
        long ns,
        long nodesDone) {}
