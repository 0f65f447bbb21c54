// SPDX-License-Identifier: Apache-2.0
/**
 * Entry points of the simulation: {@link Simulator} runs a {@link org.etude.sim.spec.Scenario}, {@link
 * PacketSimulation} runs one over the packet network.
 */
package org.etude.sim;
