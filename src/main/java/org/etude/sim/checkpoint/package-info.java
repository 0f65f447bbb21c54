// SPDX-License-Identifier: Apache-2.0
/**
 * Saves a run between two ticks and resumes it in another process. An engine is always built from its inputs in the
 * same order, so its initial objects ({@link BuiltObjects}) have the same numbers in both processes, functions
 * included. A checkpoint holds the values of their fields and all objects created since ({@link StateOutput}); these
 * are restored into a newly built engine ({@link StateInput}). The inputs are not saved; {@link RunCheckpoint} rejects
 * a file that belongs to other inputs.
 */
package org.etude.sim.checkpoint;
