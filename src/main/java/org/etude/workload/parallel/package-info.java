// SPDX-License-Identifier: Apache-2.0
/**
 * Parallel training steps as execution traces: tensor, expert, data and pipeline parallelism, independent of the model.
 * A user of the package describes the ops of one rank of a stage in a pass over one micro batch ({@link
 * org.etude.workload.parallel.StepModel}, written op by op to an {@link org.etude.workload.parallel.OpWriter}) and how
 * the step is divided ({@link org.etude.workload.parallel.StepPlan}); {@link org.etude.workload.parallel.StepWriter}
 * adds the order of micro batches, the messages between stages, the exchange of gradients and the process groups.
 *
 * <pre>{@code
 * StepPlan plan = new StepPlan("job", new Parallelism(2, 1, 4, 2), Pipeline.of(2, 8), GradientExchange.ddp(), 1);
 * EtSet traces = StepWriter.write(plan, model, Progress.NONE);
 * }</pre>
 *
 * <p>Generators ({@code workload.llm}) write GPU ops with operations and bytes, or times: {@code out.compute(...)}, then
 * {@code out.collective(...)} where tensor-parallel ranks meet. Extrapolation from a recorded trace writes host ops too, in
 * their order: {@code out.host("launch", us(4))} and the kernel behind it; a GPU op starts when both the op before it and
 * the host op that was written last are through, so gaps of the host stay. What must wait for an op further back says {@code
 * out.alsoAfter(id)}. Behind each op after which gradients are ready comes {@code out.gradients(Group.DATA, elements)};
 * buckets form by themselves.
 */
package org.etude.workload.parallel;
