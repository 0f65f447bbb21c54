// SPDX-License-Identifier: Apache-2.0
/** Tables of workloads and topologies: nodes, changes, traffic, memory, the map of ranks. */
package org.etude.table.work;
