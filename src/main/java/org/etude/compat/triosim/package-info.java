// SPDX-License-Identifier: Apache-2.0
/**
 * TrioSim's extrapolation: the operators of one recorded training step are replayed on many GPUs under data, tensor or
 * pipeline parallelism. The entry point is {@link TrioSim}.
 */
package org.etude.compat.triosim;
