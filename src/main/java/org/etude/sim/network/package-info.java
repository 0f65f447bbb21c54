/**
 * What lies between the system layer and any network: the event queue that is the clock
 * ({@link org.etude.sim.network.EventQueue}), the {@link org.etude.sim.network.Network} that carries messages, and the
 * matching of sends with receives ({@link org.etude.sim.network.Messages}).
 */
package org.etude.sim.network;
