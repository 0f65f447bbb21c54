// SPDX-License-Identifier: Apache-2.0
/**
 * Kineto device traces (PyTorch's profiler): the event reader and its columns ({@link ColumnDeviceTrace}), CUDA and HIP
 * alike.
 */
package org.etude.trace.device;
