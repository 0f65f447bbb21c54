// SPDX-License-Identifier: Apache-2.0
/**
 * Transfers that take a measured time instead of being simulated message by message. A collective starts when the last
 * rank of its group has reached it; messages from one rank to another stay in order, as on one connection.
 */
package org.etude.sim.timed;
