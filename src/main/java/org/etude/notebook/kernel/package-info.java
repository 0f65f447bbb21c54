// SPDX-License-Identifier: Apache-2.0
/**
 * Jupyter's protocol 5.4 over ZeroMQ: {@link org.etude.notebook.kernel.Kernel} binds the ports of a connection file and
 * serves an evaluator. Connection settings, signatures and comms come from the base kernel. Channels, handlers and
 * output are Etude's own, so that no client message can stop a channel and queries are answered while a cell runs.
 *
 * <p>Threads: one per receiving socket, one that sends everything (a socket is used and closed by one thread, and user
 * threads may be interrupted while sending), one that executes cells, one for queries, one for comms.
 */
package org.etude.notebook.kernel;
