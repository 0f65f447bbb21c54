// SPDX-License-Identifier: Apache-2.0
/**
 * Timed collectives of a network as the times of simulated transfers: {@link org.etude.calibrate.timed.MeasuredTimes} reads
 * them, interpolates between sizes and says what it infers where a type or group size was not timed.
 */
package org.etude.calibrate.timed;
