// SPDX-License-Identifier: Apache-2.0
/**
 * The network families a user can name: torus, fat tree, dragonfly, rails, hierarchies ({@link TopologySpec}), and how
 * each becomes a graph.
 */
package org.etude.topology.shape;
