// SPDX-License-Identifier: Apache-2.0
/**
 * The result of linking: one graph per rank ({@link LinkedRank}) with node and edge kinds, its collectives
 * ({@link Collective}), and which calls of different ranks belong together ({@link CollectiveMatches}).
 */
package org.etude.link.model;
