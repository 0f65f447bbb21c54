/**
 * Figures. A {@link org.etude.plot.Figure} is one value: panels of marks over axes, with the table of what it shows. It is
 * drawn as an interactive Plotly figure, which needs no network, and as vector graphics for print (SVG, PDF, PNG), both from
 * the same marks. The classes named {@code ...Chart} make figures from the tables of {@link org.etude.table}.
 *
 * <pre>{@code
 * Figure.of("Step time", Panel.of(Axis.linear("ranks"), Axis.linear("step (ms)"))
 *                 .line("torus", Ink.series(0), ranks, millis))
 *         .save("scaling.pdf", Size.COLUMN);
 * }</pre>
 *
 * <p>Text is set in Liberation Sans, which the jar holds; no font of the system is used, so that the same figure gives the
 * same bytes everywhere (of a PNG the same pixels).
 */
package org.etude.plot;
