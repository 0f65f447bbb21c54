// SPDX-License-Identifier: Apache-2.0
/**
 * Figures. A {@link Figure} is one value: panels of marks over axes, with a table of its data. It is drawn as an
 * interactive Plotly figure, which works offline, and as vector graphics for print, both from the same marks.
 */
package org.etude.plot.figure;
