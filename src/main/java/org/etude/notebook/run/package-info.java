// SPDX-License-Identifier: Apache-2.0
/**
 * Runs notebooks without Jupyter: the cells of a file in order, in the evaluator that the kernel uses, and writes their
 * outputs back into the file.
 */
package org.etude.notebook.run;
