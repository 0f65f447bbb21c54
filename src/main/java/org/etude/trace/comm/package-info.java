// SPDX-License-Identifier: Apache-2.0
/**
 * Arguments of collectives as PyTorch records them, in every form it has used: {@code record_param_comms} inputs, kernel
 * arguments, process-group configuration ({@link CommFields}).
 */
package org.etude.trace.comm;
