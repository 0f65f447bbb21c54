// SPDX-License-Identifier: Apache-2.0
/**
 * The door to a simulation: {@link Simulator} runs a {@link org.etude.sim.spec.Scenario}, {@link PacketSimulation} runs one
 * over the packet network.
 */
package org.etude.sim;
