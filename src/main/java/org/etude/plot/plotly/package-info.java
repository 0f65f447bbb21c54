/** The bundled Plotly library. */
package org.etude.plot.plotly;
