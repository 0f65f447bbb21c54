// SPDX-License-Identifier: Apache-2.0
/**
 * What a packet network is built from besides the user's choices ({@link org.etude.spec.network.PacketNetworkSpec}): its
 * physical topology, and ns-3's configuration and topology files, which say both as text ({@link ConfigFile}).
 */
package org.etude.network.packet.spec;
