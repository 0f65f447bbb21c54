// SPDX-License-Identifier: Apache-2.0
/**
 * Networks as simulators see them: graphs of hosts, switches and links ({@link PhysicalTopology}) and products of
 * dimensions with a kind, a size and rates ({@link LogicalTopology}); routes and distances.
 */
package org.etude.topology.graph;
