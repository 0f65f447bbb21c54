// SPDX-License-Identifier: Apache-2.0
/**
 * The engine's view of the event queue: tagged events ({@link EventTag}), the transport of chunks, the order in which ranks
 * finish.
 */
package org.etude.sim.event;
