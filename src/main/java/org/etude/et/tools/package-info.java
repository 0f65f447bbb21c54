/**
 * Twins of Chakra's small tools: the JSON view of an ET ({@link org.etude.et.tools.Jsonizer}), its picture as a graph
 * ({@link org.etude.et.tools.Visualizer}) and the timeline of a simulator's log
 * ({@link org.etude.et.tools.TimelineVisualizer}). Their output is equal to the originals', byte for byte.
 */
package org.etude.et.tools;
