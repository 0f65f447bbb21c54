// SPDX-License-Identifier: Apache-2.0
/**
 * Runs many simulations into one table. A {@link org.etude.sweep.SweepPoint} is one run: its labels, a key that names
 * its inputs by content, and how to run it. The {@link org.etude.sweep.SweepRunner} runs points on all cores, stores
 * each outcome in a {@link org.etude.sweep.SweepCache} as soon as it is available, and reuses cached outcomes: a killed
 * sweep resumes where it stopped, and repeating one costs nothing. Outcomes depend neither on threads nor on order.
 *
 * <p>Other commands describe their work as {@link org.etude.sweep.ShardedWork}; a {@link org.etude.sweep.PartRunner}
 * computes one {@link org.etude.sweep.Shard} of it, and {@link org.etude.sweep.ShardMerge} merges the shards.
 */
package org.etude.sweep;
