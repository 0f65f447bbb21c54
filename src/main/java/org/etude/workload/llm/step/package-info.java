// SPDX-License-Identifier: Apache-2.0
/**
 * Training steps of large language models as execution traces, one per rank. {@link
 * org.etude.workload.llm.step.LlmStep} describes to {@code workload.parallel} the computation and communication of a
 * rank of a stage; its shapes are those of {@link org.etude.workload.llm.Part}. {@link
 * org.etude.compat.simai.step.SimAiStep} does the same from a text of SimAI, {@link
 * org.etude.workload.llm.step.MemoryPlan} computes the memory of a rank of each stage. Formulas and sources are in
 * docs/llm.md.
 */
package org.etude.workload.llm.step;
