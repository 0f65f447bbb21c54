// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.inspector;

/**
 * A communicator.
 *
 * @param id its hash, the same on all ranks
 * @param name its name in the job, "unknown" if it has none
 * @param ranks its size
 * @param nodes the nodes that it spans
 */
public record InspectorComm(String id, String name, int ranks, int nodes) {}
