// SPDX-License-Identifier: Apache-2.0
/**
 * Workloads at other scales: {@link Scaler} scales execution traces to other numbers of ranks, {@link Regimes}
 * generates the communication regimes of topology studies. Replicas share the columns of their original traces.
 */
package org.etude.workload.scale;
