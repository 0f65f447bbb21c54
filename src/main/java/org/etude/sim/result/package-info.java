// SPDX-License-Identifier: Apache-2.0
/**
 * Results of a run: columns per rank, operation and phase ({@link SimulationResult}), statistics; progress and limits
 * during the run.
 */
package org.etude.sim.result;
