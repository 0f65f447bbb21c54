// SPDX-License-Identifier: Apache-2.0
/**
 * Collectives as schedules of messages: how a collective is cut into phases over the dimensions of a topology, and what one
 * node sends and receives in each. No clock, no network: an algorithm talks to its {@link PhasePort}.
 */
package org.etude.collective;
