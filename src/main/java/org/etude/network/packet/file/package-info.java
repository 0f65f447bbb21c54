// SPDX-License-Identifier: Apache-2.0
/**
 * Files and arguments of ASTRA-sim's ns-3 backend: reads topologies; writes flow completion times, port and pause
 * traces.
 */
package org.etude.network.packet.file;
