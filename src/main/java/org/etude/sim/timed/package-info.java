// SPDX-License-Identifier: Apache-2.0
/**
 * Transfers that take the time measured on a network instead of being simulated message by message. A collective begins when
 * the last rank of its group has reached it; messages from one rank to another keep their order, as on one connection.
 */
package org.etude.sim.timed;
