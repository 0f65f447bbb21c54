// SPDX-License-Identifier: Apache-2.0
/**
 * Repair of a job's execution traces on a cluster: each rank's trace is read and repaired on one machine, and what the
 * ranks disagree about is decided where the shuffle brings it together, by channel and by process group, by the same
 * code as on one machine. The driver sees digests per rank, group and channel.
 */
package org.etude.cluster.repair;
