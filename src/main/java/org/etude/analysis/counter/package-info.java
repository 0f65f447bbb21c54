// SPDX-License-Identifier: Apache-2.0
/**
 * Recorded quantities other than time: memory in use, from PyTorch's allocators, and hardware counters of kernels, from
 * CUPTI's range profiler. One class per analysis, one record per row of its result.
 */
package org.etude.analysis.counter;
