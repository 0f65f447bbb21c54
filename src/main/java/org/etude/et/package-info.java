/**
 * Chakra execution traces: the node model in columns ({@link org.etude.et.EtGraph}), reading and writing the protobuf
 * files, the conversion from linked PyTorch traces, text workloads, and the drop-in twins of Chakra's own tools. Protobuf
 * types do not leave this package.
 */
package org.etude.et;
