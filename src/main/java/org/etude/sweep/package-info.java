// SPDX-License-Identifier: Apache-2.0
/**
 * Many runs as one table. A {@link org.etude.sweep.SweepPoint} is one run: its labels, a key that names its inputs by content,
 * and how to make it. The {@link org.etude.sweep.SweepRunner} runs points on all cores, keeps each outcome in a
 * {@link org.etude.sweep.SweepCache} as soon as it is there, and takes from it what is there already: so a sweep that was killed
 * goes on where it stopped, and one that is run again costs nothing. Outcomes depend on neither threads nor order.
 *
 * <p>Other verbs give their work as a {@link org.etude.sweep.ShardedWork} of items; a {@link org.etude.sweep.PartRunner} makes a
 * {@link org.etude.sweep.Shard} of it, and {@link org.etude.sweep.ShardMerge} finds all of them.
 */
package org.etude.sweep;
