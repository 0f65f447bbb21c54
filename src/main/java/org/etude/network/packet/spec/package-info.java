// SPDX-License-Identifier: Apache-2.0
/**
 * The inputs of a packet network besides the user's options ({@link org.etude.spec.network.PacketNetworkSpec}): its
 * physical topology, and ns-3's configuration and topology files ({@link ConfigFile}).
 */
package org.etude.network.packet.spec;
