// SPDX-License-Identifier: Apache-2.0
/** The bundled Plotly library. */
package org.etude.plot.plotly;
