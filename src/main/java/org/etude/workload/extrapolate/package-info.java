// SPDX-License-Identifier: Apache-2.0
/**
 * From a recorded step to the same model spread otherwise: {@link org.etude.workload.extrapolate.RecordedStep} takes a linked
 * step apart into layers, passes and gradients, {@link org.etude.workload.extrapolate.BatchScaling} says how its times follow
 * the batch, {@link org.etude.workload.extrapolate.Extrapolator} writes it anew for other degrees of parallelism.
 */
package org.etude.workload.extrapolate;
