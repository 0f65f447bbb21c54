// SPDX-License-Identifier: Apache-2.0
/**
 * Runs cells of Java: JShell in this JVM, without sockets. {@link org.etude.notebook.eval.CellEvaluator} takes the code
 * of a cell and returns a {@link org.etude.notebook.eval.CellResult}; what the cell prints and shows goes to a {@link
 * org.etude.notebook.output.CellOutput}. Both the Jupyter kernel and the notebook runner are built on it.
 *
 * <p>Each cell's code runs in its own thread and thread group. A woven stop check makes tight loops and recursion
 * interruptible, and the compiler stays free for completion while a cell runs.
 */
package org.etude.notebook.eval;
