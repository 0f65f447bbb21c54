// SPDX-License-Identifier: Apache-2.0
/**
 * Host execution traces (PyTorch's {@code ExecutionTraceObserver}): the node reader and its columns
 * ({@link ColumnHostTrace}).
 */
package org.etude.trace.host;
