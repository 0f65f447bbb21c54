// SPDX-License-Identifier: Apache-2.0
/**
 * The devices of the packet network: transmitters, NICs, RDMA endpoints, switches, routing, and the diagnosis of a
 * stalled network.
 */
package org.etude.network.packet.device;
