// SPDX-License-Identifier: Apache-2.0
/**
 * Uses timed collectives of a network as times of simulated transfers: {@link org.etude.calibrate.timed.MeasuredTimes}
 * interpolates between sizes and states what it infers for types and group sizes that were not timed.
 */
package org.etude.calibrate.timed;
