// SPDX-License-Identifier: Apache-2.0
/**
 * Jupyter's messages as frames of ZeroMQ (Jupyter's "Messaging in Jupyter", The Wire Protocol): what the kernel and the client
 * that tries a kernel out both speak.
 */
package org.etude.notebook.wire;
