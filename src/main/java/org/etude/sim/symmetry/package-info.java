// SPDX-License-Identifier: Apache-2.0
/**
 * Symmetry reduction: when ranks are provably equivalent, one is simulated for all of them, with the same result to the last
 * bit. Refused, with the reason in the report, where the proof fails.
 */
package org.etude.sim.symmetry;
