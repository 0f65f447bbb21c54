// SPDX-License-Identifier: Apache-2.0
/**
 * TrioSim's recording of one training step ({@link TrioSimTrace}, from trace.csv and tensor.csv), and the events
 * reported to an observer of a replay.
 */
package org.etude.compat.triosim.trace;
