// SPDX-License-Identifier: Apache-2.0
/**
 * Costs of kernels and collectives on a given machine: rates of GPUs by element type, two ceilings (compute and
 * memory), efficiency by GEMM shape, host floor, and the time of collectives over nodes. Independent of models and
 * traces. Every constant says whether it was looked up, derived from a measured table by a stated computation, or
 * estimated.
 */
package org.etude.workload.llm.cost;
