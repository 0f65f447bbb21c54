// SPDX-License-Identifier: Apache-2.0
/**
 * The traces of many ranks on a cluster: one task per rank loads, links and converts it on one machine. Between the
 * stages each rank sends the driver a summary; clocks, peers and process groups are derived from the summaries by the
 * same code as on one machine. Collectives are matched across ranks on the cluster, by bringing those with one key
 * together.
 */
package org.etude.cluster.ranks;
