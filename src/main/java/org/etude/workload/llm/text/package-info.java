/**
 * SimAI's workload text: one line of parameters, the number of rows, a row a layer
 * ({@link org.etude.workload.llm.text.SimAiWorkload}); and what writes it from a training step or an inference
 * ({@link org.etude.workload.llm.text.TrainingText}, {@link org.etude.workload.llm.text.InferenceText}).
 */
package org.etude.workload.llm.text;
