// SPDX-License-Identifier: Apache-2.0
/**
 * Creates TrioSim's trace.csv and tensor.csv from PyTorch's two recordings of a step, byte-identical to those of its
 * own converter: {@link TrioSimConverter}.
 */
package org.etude.compat.triosim.tracer;
