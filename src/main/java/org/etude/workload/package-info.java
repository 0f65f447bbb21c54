/**
 * Workloads at other scales and of other kinds: {@link org.etude.workload.Scaler} spreads the execution traces of a few
 * ranks over many, {@link org.etude.workload.Regimes} makes the communication regimes of topology studies. Replicas share
 * the columns of the traces that they are made from.
 */
package org.etude.workload;
