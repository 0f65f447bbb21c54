// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

/**
 * The parameters that determine the rate of fused causal attention.
 *
 * @param width head width; the mean of keys and values if they differ
 * @param sequence tokens per sequence
 */
public record AttentionShape(double width, double sequence) {}
