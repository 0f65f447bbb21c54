// SPDX-License-Identifier: Apache-2.0
/**
 * Diagnoses why a run cannot continue: which ranks, nodes and chunks wait for what, and the cycle of waits ({@link
 * StallDiagnosis}).
 */
package org.etude.sim.stall;
