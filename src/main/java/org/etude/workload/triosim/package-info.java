/**
 * TrioSim's extrapolation: the operators of one recorded training step are replayed on many GPUs under data, tensor or
 * pipeline parallelism. {@link org.etude.workload.triosim.TrioSimTrace} reads its trace.csv and tensor.csv,
 * {@link org.etude.workload.triosim.TrioSim} runs them: in compat mode event by event, to the original's figures (sarchlab/triosim
 * 3fb3c06, MIT licence; only its behaviour is followed), otherwise with one GPU for all that do the same.
 */
package org.etude.workload.triosim;
