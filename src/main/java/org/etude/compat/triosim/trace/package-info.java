// SPDX-License-Identifier: Apache-2.0
/**
 * TrioSim's recording of one training step ({@link TrioSimTrace}, from trace.csv and tensor.csv), and what an observer of a
 * replay is told.
 */
package org.etude.compat.triosim.trace;
