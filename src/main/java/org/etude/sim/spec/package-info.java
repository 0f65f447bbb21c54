// SPDX-License-Identifier: Apache-2.0
/**
 * What is simulated: the system layer ({@link org.etude.spec.SystemSpec}), remote memory, and all inputs of a run together
 * ({@link Scenario}).
 */
package org.etude.sim.spec;
