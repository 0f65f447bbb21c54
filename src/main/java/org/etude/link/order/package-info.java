// SPDX-License-Identifier: Apache-2.0
/**
 * Edges: what an operator or a kernel had to wait for. Streams, synchronising calls, autograd, thread hand-offs
 * ({@link StreamWaits}, {@link AutogradEdges}, ...).
 */
package org.etude.link.order;
