// SPDX-License-Identifier: Apache-2.0
/**
 * Runs notebooks without Jupyter: the cells of a file in order, in the evaluator that the kernel uses, with what they show put
 * back into the file.
 */
package org.etude.notebook.run;
