// SPDX-License-Identifier: Apache-2.0
/**
 * SimAI's workload text: one line of parameters, the number of rows, one row per layer ({@link SimAiWorkload});
 * generated from a training step or an inference pass ({@link TrainingText}, {@link InferenceText}).
 */
package org.etude.compat.simai.text;
