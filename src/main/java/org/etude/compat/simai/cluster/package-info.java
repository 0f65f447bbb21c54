// SPDX-License-Identifier: Apache-2.0
/**
 * SimAI's data-centre topologies: the templates of its generator (Spectrum-X, AlibabaHPN, DCN+), built with the same
 * nodes, links, order and file text ({@link ClusterPlan}, {@link ClusterFile}), and racks of 72 GPUs, which the
 * original lacks. A parsed file is a {@link ClusterGraph}.
 *
 * <p>Nodes are numbered in this order: GPUs, NVSwitches, top-of-rack switches (ASW), spine switches (PSW).
 */
package org.etude.compat.simai.cluster;
