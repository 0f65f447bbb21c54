// SPDX-License-Identifier: Apache-2.0
/** Files and arguments of ASTRA-sim's ns-3 backend: flow completion times, port and pause traces out; topologies in. */
package org.etude.network.packet.file;
