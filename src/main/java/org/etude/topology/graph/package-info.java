// SPDX-License-Identifier: Apache-2.0
/**
 * Networks as simulators see them: hosts, switches and links ({@link PhysicalTopology}), or dimensions with a kind, a size and
 * rates ({@link LogicalTopology}); routes and distances.
 */
package org.etude.topology.graph;
