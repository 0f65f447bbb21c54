// SPDX-License-Identifier: Apache-2.0
/**
 * Makes TrioSim's trace.csv and tensor.csv from PyTorch's two recordings of a step, to the byte what its own converter makes:
 * {@link TrioSimConverter}.
 */
package org.etude.compat.triosim.tracer;
