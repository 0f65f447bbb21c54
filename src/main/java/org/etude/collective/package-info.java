// SPDX-License-Identifier: Apache-2.0
/**
 * Collectives as schedules of messages: how a collective is split into phases over the dimensions of a topology, and
 * what one node sends and receives in each phase. Independent of clock and network: an algorithm uses only its {@link
 * PhasePort}.
 */
package org.etude.collective;
