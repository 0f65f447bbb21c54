// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

/**
 * What the rate of fused causal attention depends on.
 *
 * @param width width of a head; the mean of keys and values where they differ
 * @param sequence tokens per sequence
 */
public record AttentionShape(double width, double sequence) {}
