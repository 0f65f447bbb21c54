// SPDX-License-Identifier: Apache-2.0
/**
 * The layer between the system layer and any network: the event queue, which is the clock ({@link EventQueue}), the
 * {@link MessageNetwork} that carries messages, and the matching of sends with receives ({@link Messages}).
 */
package org.etude.network.queue;
