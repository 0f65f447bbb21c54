// SPDX-License-Identifier: Apache-2.0
/**
 * Runs cells of Java: JShell in this JVM, without sockets. {@link org.etude.notebook.eval.CellEvaluator} takes the code of
 * a cell and gives a {@link org.etude.notebook.eval.CellResult}; what the cell prints and shows goes to a
 * {@link org.etude.notebook.output.CellOutput}. The Jupyter kernel and the notebook runner both sit on it.
 *
 * <p>User code runs in a thread and a thread group of its own for each cell. A stop check is woven into it, so that tight
 * loops and recursion can be interrupted, and the compiler stays free for completion while a cell runs.
 */
package org.etude.notebook.eval;
