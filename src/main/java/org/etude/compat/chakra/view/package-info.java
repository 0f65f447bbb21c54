// SPDX-License-Identifier: Apache-2.0
/**
 * Equivalents of Chakra's small tools: the JSON view of an execution trace ({@link Jsonizer}), its drawing as a graph
 * ({@link Visualizer}), the timeline of a simulator's log ({@link TimelineVisualizer}). Output is byte-identical to the
 * originals'.
 */
package org.etude.compat.chakra.view;
