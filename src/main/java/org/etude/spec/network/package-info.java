// SPDX-License-Identifier: Apache-2.0
/**
 * What a user chooses about networks: hosts, switches, paths and congestion control of a network that is simulated packet by
 * packet ({@link PacketNetworkSpec}), and memory behind a network ({@link RemoteMemorySpec}). Values only, as in
 * {@link org.etude.spec}.
 */
package org.etude.spec.network;
