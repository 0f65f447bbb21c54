// SPDX-License-Identifier: Apache-2.0
/**
 * Notebook files: Jupyter's format 4.5, read and written in Jupyter's own layout, so that a notebook run by either
 * differs only in its cells. Unknown fields are preserved.
 */
package org.etude.notebook.ipynb;
