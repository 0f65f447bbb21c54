// SPDX-License-Identifier: Apache-2.0
/**
 * What a user chooses about networks: hosts, switches, paths and congestion control of a network that is simulated packet by
 * packet ({@link PacketNetworkSpec}), memory behind a network ({@link RemoteMemorySpec}), and how the links of a
 * collective are counted in fits ({@link CollectiveAlgorithm}). Values only, as in {@link org.etude.spec}.
 */
package org.etude.spec.network;
