// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

/**
 * What a checkpoint is of.
 *
 * @param build the code that wrote it
 * @param attempt which way of simulating the job was under way: reduced by symmetry or rank by rank
 * @param refused why the ways before were given up; "" when there was none
 * @param objects the objects that the engine was built with, as a number
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
