// SPDX-License-Identifier: Apache-2.0
/**
 * Execution traces as the engine runs them: nodes with their dependencies, groups and streams resolved once
 * ({@link RankProgram}), then one instance per rank ({@link RankWorkload}).
 */
package org.etude.sim.program;
