// SPDX-License-Identifier: Apache-2.0
/**
 * The devices of the packet network: transmitters, NICs, RDMA endpoints, switches, routing, and the diagnosis of a network
 * that stands still.
 */
package org.etude.network.packet.device;
