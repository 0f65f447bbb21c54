// SPDX-License-Identifier: Apache-2.0
/**
 * Interactive elements of a cell: an {@linkplain org.etude.notebook.widget.Exercise exercise} that checks an answer,
 * and a {@linkplain org.etude.notebook.widget.Slider slider} that redraws a result. Where the front end supports
 * Jupyter's widgets (ipywidgets 8: JupyterLab, Notebook, VS Code), they talk to the kernel over comms, and each move
 * runs the cell's code again. Elsewhere the output contains some results computed in advance: a script in the page
 * selects one, and without scripts they are shown one below the other.
 */
package org.etude.notebook.widget;
