// SPDX-License-Identifier: Apache-2.0
/**
 * Extrapolates a recorded step to another parallelization: {@link org.etude.workload.extrapolate.RecordedStep} divides
 * a linked step into layers, passes and gradients, {@link org.etude.workload.extrapolate.BatchScaling} models how its
 * times scale with the batch, {@link org.etude.workload.extrapolate.Extrapolator} writes it for other degrees of
 * parallelism.
 */
package org.etude.workload.extrapolate;
