// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

/**
 * Times of a GPU of a stage in a step, in ns.
 *
 * @param stage the stage
 * @param compute kernels, and waiting for the launches of a host that sets the pace
 * @param exposed waiting for collectives, of tensor, expert and data groups
 * @param bubble waiting for other stages
 */
public record StageTimes(int stage, double compute, double exposed, double bubble) {}
