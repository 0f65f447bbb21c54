// SPDX-License-Identifier: Apache-2.0
/**
 * Notebooks as files: Jupyter's format 4.5, read and written as Jupyter itself writes it, so that a notebook that is run here and
 * there shows no differences but those of its cells. What this model does not name is kept and written back.
 */
package org.etude.notebook.ipynb;
