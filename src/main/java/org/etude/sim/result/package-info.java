// SPDX-License-Identifier: Apache-2.0
/**
 * What a run yields: columns per rank, operation and phase ({@link SimulationResult}), statistics, progress and limits while
 * it runs.
 */
package org.etude.sim.result;
