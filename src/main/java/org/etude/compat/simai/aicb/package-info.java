// SPDX-License-Identifier: Apache-2.0
/**
 * AICB's tables of what one rank sends and computes, in order ({@link AicbTable}), for Megatron-LM, DeepSpeed ZeRO 1 to
 * 3 and benchmarks of one collective.
 */
package org.etude.compat.simai.aicb;
