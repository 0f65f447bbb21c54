// SPDX-License-Identifier: Apache-2.0
/**
 * Jupyter's messages as ZeroMQ frames (Jupyter's "Messaging in Jupyter", The Wire Protocol), used by the kernel and by
 * the client that tests a kernel.
 */
package org.etude.notebook.wire;
