// SPDX-License-Identifier: Apache-2.0
/**
 * The traces of many ranks on a cluster: one task per rank loads, links and converts it where it is. Between the stages each rank tells
 * what the others need to know (outlines); clocks, peers, process groups and collectives across ranks are found from these by the same
 * code as on one machine.
 */
package org.etude.cluster.ranks;
