// SPDX-License-Identifier: Apache-2.0
/**
 * The traces of many ranks on a cluster: one task per rank loads, links and converts it where it is. Between the stages each rank tells
 * what the machine that asks needs to know, a summary; clocks, peers and process groups follow from the summaries by the same code
 * as on one machine. Collectives are matched across ranks where the cluster brings those with one key together.
 */
package org.etude.cluster.ranks;
