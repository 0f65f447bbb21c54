// SPDX-License-Identifier: Apache-2.0
/**
 * What a recording counted besides time: memory in use, from PyTorch's allocators, and hardware counters of kernels, from CUPTI's range
 * profiler. One class per question, one record per row of its answer.
 */
package org.etude.analysis.counter;
