// SPDX-License-Identifier: Apache-2.0
/**
 * Execution traces as the engine runs them: nodes whose dependencies, groups and streams are resolved once ({@link
 * RankProgram}), and one instance per rank ({@link RankWorkload}).
 */
package org.etude.sim.program;
