// SPDX-License-Identifier: Apache-2.0
/**
 * Notebooks as one HTML page that needs nothing else: no server, no network, no Jupyter. Figures stay interactive; Plotly is in
 * the page once.
 */
package org.etude.notebook.html;
