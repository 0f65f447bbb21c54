// SPDX-License-Identifier: Apache-2.0
/**
 * Chakra execution traces in memory: one {@link EtGraph} per rank, its nodes, attributes and dependencies in columns.
 * {@link RankBuilder} builds one in code. Unknown fields of a file are kept.
 */
package org.etude.et.graph;
