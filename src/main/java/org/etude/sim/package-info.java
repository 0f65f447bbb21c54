/**
 * The system layer: when nodes of execution traces are issued, how collectives are cut into chunks and scheduled through
 * queues, what a run says about itself, and why it stalls when it does. {@link org.etude.sim.Scenario} is what is
 * simulated, {@link org.etude.sim.Simulator} runs it, {@link org.etude.sim.SimulationResult} is what comes out.
 */
package org.etude.sim;
