/**
 * Makes TrioSim's trace.csv and tensor.csv of PyTorch's two recordings of a step, to the byte what its own converter makes:
 * {@link org.etude.workload.triosim.tracer.TrioSimConverter}.
 */
package org.etude.workload.triosim.tracer;
