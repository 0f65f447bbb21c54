// SPDX-License-Identifier: Apache-2.0
/**
 * The result of linking: one graph per rank ({@link LinkedRank}) with node and edge kinds, its collectives ({@link
 * Collective}), and the calls of different ranks that belong together ({@link CollectiveMatches}).
 */
package org.etude.link.model;
