// SPDX-License-Identifier: Apache-2.0
/**
 * Adds dependency edges: what an operator or kernel had to wait for through streams, synchronising calls, autograd or
 * thread hand-offs ({@link StreamWaits}, {@link AutogradEdges}, ...).
 */
package org.etude.link.order;
