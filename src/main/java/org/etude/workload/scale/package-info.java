// SPDX-License-Identifier: Apache-2.0
/**
 * Workloads at other scales: {@link Scaler} spreads the execution traces of a few ranks over many, {@link Regimes} makes the
 * communication regimes of topology studies. Replicas share the columns of the traces that they are made from.
 */
package org.etude.workload.scale;
