/**
 * What a kernel and a collective cost on a given machine: rates of GPUs by element type, two ceilings (compute and memory),
 * efficiency by GEMM shape, host floor, and the time of collectives over nodes. Knows nothing of models or traces. Every
 * constant names its public source; none comes from a measured step that a prediction is judged by.
 */
package org.etude.workload.llm.cost;
