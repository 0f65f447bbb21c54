// SPDX-License-Identifier: Apache-2.0
/**
 * The mutable state of a packet network in primitive columns: packets ({@link CellPool}), ports, flows, buffers, counters. No
 * object per packet or event.
 */
package org.etude.network.packet.state;
