/**
 * What a packet network is built from: topology, frames, switches, transport and congestion control as immutable records
 * ({@link PacketNetworkSpec}), and ns-3's configuration and topology files, which say the same as text ({@link ConfigFile}).
 */
package org.etude.network.packet.spec;
