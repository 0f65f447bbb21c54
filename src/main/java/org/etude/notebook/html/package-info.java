// SPDX-License-Identifier: Apache-2.0
/**
 * Notebooks as self-contained HTML pages: no server, no network, no Jupyter. Figures stay interactive; Plotly is
 * included once.
 */
package org.etude.notebook.html;
