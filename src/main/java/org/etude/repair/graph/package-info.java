// SPDX-License-Identifier: Apache-2.0
/**
 * An editable execution trace ({@link EditableGraph}), the log of its changes ({@link ChangeLog}), and small algorithms
 * on its edges.
 */
package org.etude.repair.graph;
