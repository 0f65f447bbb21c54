// SPDX-License-Identifier: Apache-2.0
/**
 * Twins of Chakra's small tools: the JSON view of an execution trace ({@link Jsonizer}), its picture as a graph
 * ({@link Visualizer}), the timeline of a simulator's log ({@link TimelineVisualizer}). Output equals the originals', byte for
 * byte.
 */
package org.etude.compat.chakra.view;
