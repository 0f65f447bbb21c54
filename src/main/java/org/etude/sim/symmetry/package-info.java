// SPDX-License-Identifier: Apache-2.0
/**
 * Symmetry reduction: when ranks are provably equivalent, one is simulated for all of them, with a result identical to
 * the last bit. Rejected, with the reason in the report, where the proof fails.
 */
package org.etude.sim.symmetry;
