// SPDX-License-Identifier: Apache-2.0
/**
 * Saves a run between two ticks, and goes on with it in another process. An engine is built from its inputs in the same order
 * every time, so the objects it consists of then ({@link BuiltObjects}) have the same numbers in both processes, functions included;
 * a checkpoint holds the values of their fields and all objects made since ({@link StateOutput}), which are laid over the engine
 * that was built anew ({@link StateInput}). The inputs are not saved; {@link RunCheckpoint} refuses a file of others.
 */
package org.etude.sim.checkpoint;
