/**
 * Reading what PyTorch wrote: host execution traces ({@link org.etude.trace.HostTrace}) and Kineto device traces
 * ({@link org.etude.trace.DeviceTrace}), streamed into columns, names dictionary-encoded, times in whole nanoseconds on
 * one clock a rank. {@link org.etude.trace.TraceLoader} finds and reads the files; {@link org.etude.trace.TraceSet} is
 * what it gives.
 */
package org.etude.trace;
