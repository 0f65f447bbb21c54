// SPDX-License-Identifier: Apache-2.0
/**
 * Training steps of large language models from their parameters alone: model ({@link org.etude.workload.llm.Part}),
 * parallelism and batch ({@link org.etude.workload.llm.LlmTraining}), process groups ({@link
 * org.etude.workload.llm.MegatronGroups}), compute times measured or estimated. They are written as SimAI's text
 * ({@code workload.llm.text}) and AICB's tables ({@code workload.llm.csv}).
 */
package org.etude.workload.llm;
