// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

/**
 * One change of a node by a pass.
 *
 * @param rank the rank
 * @param node id of the node as written in the file before the change (unsigned); of an added node the new id
 * @param pass the pass: duplicate-ids, dangling, redundant, node-types, comm-attributes, cycles, unsupported, groups,
 *     collectives, transfers, empty
 * @param action the action: {@code remove data dependency on 17}
 * @param reason why
 */
public record Change(int rank, long node, String pass, String action, String reason) {}
