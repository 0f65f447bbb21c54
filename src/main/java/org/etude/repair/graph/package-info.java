// SPDX-License-Identifier: Apache-2.0
/**
 * An execution trace that can be edited ({@link EditableGraph}), the log of what was changed ({@link ChangeLog}), and small
 * algorithms on its edges.
 */
package org.etude.repair.graph;
