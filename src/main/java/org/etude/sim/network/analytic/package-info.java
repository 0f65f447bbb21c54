/**
 * The two analytical networks: {@link org.etude.sim.network.analytic.UnawareNetwork} (a formula a message, no contention)
 * and {@link org.etude.sim.network.analytic.AwareNetwork} (whole messages stored and forwarded through FIFO links).
 */
package org.etude.sim.network.analytic;
