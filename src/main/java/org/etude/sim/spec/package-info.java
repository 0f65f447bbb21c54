// SPDX-License-Identifier: Apache-2.0
/**
 * The inputs of a run: the system layer ({@link org.etude.spec.SystemSpec}), remote memory, and everything together
 * ({@link Scenario}).
 */
package org.etude.sim.spec;
