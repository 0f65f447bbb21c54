// SPDX-License-Identifier: Apache-2.0
/**
 * What a reader can move or answer in a cell: an {@linkplain org.etude.notebook.widget.Exercise exercise} that judges an answer,
 * and a {@linkplain org.etude.notebook.widget.Slider slider} that redraws what stands below it. Where the front end knows Jupyter's
 * widgets (ipywidgets 8: JupyterLab, Notebook, VS Code), they talk with the kernel over comms, and each move runs the cell's code
 * again. Everywhere else the output holds some pictures made beforehand, which a script in the page chooses from, and which stand
 * one below the other where no script runs.
 */
package org.etude.notebook.widget;
