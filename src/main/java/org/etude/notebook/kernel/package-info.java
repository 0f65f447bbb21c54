// SPDX-License-Identifier: Apache-2.0
/**
 * Jupyter's protocol 5.4 over ZeroMQ: {@link org.etude.notebook.kernel.Kernel} binds the ports of a connection file and
 * serves an evaluator. Connection settings, signatures and comms come from the base kernel; channels, handlers and output
 * are our own, so that nothing a client sends can stop a channel and queries are answered while a cell runs.
 *
 * <p>Threads: one for each receiving socket, one that sends all (a socket is used and closed by one thread, and user threads
 * may be interrupted in the midst of a send), one that executes cells, one for queries, one for comms.
 */
package org.etude.notebook.kernel;
