// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.etude.plot.model.Panel;
import org.etude.plot.model.PlotException;
import org.etude.plot.model.Size;
import org.etude.plot.paint.Browser;
import org.etude.plot.paint.PdfPainter;
import org.etude.plot.paint.PngPainter;
import org.etude.plot.paint.Scene;
import org.etude.plot.paint.SvgPainter;
import org.etude.plot.plotly.PlotlyJson;
import org.etude.report.Counted;
import org.etude.report.Given;
import tech.tablesaw.api.Table;

/**
 * A figure. Immutable: each method returns a new one. A cell shows it interactively; {@link #save(String, Size)} writes
 * it for print.
 */
public final class Figure {
    private final String title;
    private final List<Panel> panels;
    private final String caption;
    private final Table table;
    private final boolean greyscale;

    private Figure(String title, List<Panel> panels, String caption, Table table, boolean greyscale) {
        this.title = title;
        this.panels = List.copyOf(panels);
        this.caption = caption;
        this.table = table;
        this.greyscale = greyscale;
    }

    /**
     * A figure with one or more panels, placed side by side if they fit, else below each other.
     *
     * @throws PlotException without panels, or without Apache PDFBox, which a project that uses Etude as a library
     *     adds itself
     */
    public static Figure of(String title, Panel... panels) {
        FontLibrary.require();
        List<Panel> list = List.of(Given.values(panels, "the panels"));
        if (list.isEmpty()) {
            throw new PlotException("a figure needs a panel", "Give it at least one.");
        }
        return new Figure(title, list, "", MarksTable.of(Given.value(title, "the title of a figure"), list), false);
    }

    /** This figure with a sentence below it. */
    public Figure caption(String text) {
        return new Figure(title, panels, Given.value(text, "the text"), table, greyscale);
    }

    /** This figure with another table for its data. */
    public Figure table(Table shown) {
        return new Figure(
                title, panels, caption, Given.value(shown, "the table").copy(), greyscale);
    }

    /** This figure in greys and hatches, for print without colour. */
    public Figure greyscale() {
        return new Figure(title, panels, caption, table, true);
    }

    /** The data of the figure as a table; computed on each call. */
    public Table table() {
        return table.copy();
    }

    /** The title. */
    public String title() {
        return title;
    }

    /** The sentence below the figure; may be empty. */
    public String caption() {
        return caption;
    }

    /** The figure as SVG with embedded fonts; text remains text. */
    public String svg(Size size) {
        return SvgPainter.paint(scene(Given.value(size, "the size")), true);
    }

    /** {@link #svg(Size)} without the fonts: some 30 KB smaller, drawn in Arial where Liberation Sans is missing. */
    public String lightSvg(Size size) {
        return SvgPainter.paint(FigureLayout.draw(this, Given.value(size, "the size"), FigureLayout.FEW_BOXES), false);
    }

    /** The figure as PDF with embedded fonts; text can be selected. */
    public byte[] pdf(Size size) {
        return PdfPainter.paint(scene(Given.value(size, "the size")), title);
    }

    /** The figure as PNG at 300 pixels per inch. */
    public byte[] png(Size size) {
        return PngPainter.paint(scene(Given.value(size, "the size")), PngPainter.PRINT_DPI);
    }

    /** The figure as a tree of maps, lists, texts and numbers with Plotly's "data" and "layout". */
    public Map<String, Object> plotly() {
        return PlotlyTree.of(this);
    }

    /** {@link #plotly()} as JSON text that can be embedded in an HTML script. */
    public String plotlyJson() {
        return PlotlyJson.text(plotly());
    }

    /** The figure as one HTML page that is interactive offline: it includes the Plotly bundle (1.5 MB). */
    public String html() {
        return HtmlPage.of(this);
    }

    /** {@link #save(String, Size)} in the size {@link Size#DOUBLE}. */
    public Figure save(String file) {
        return save(Given.path(file));
    }

    /** {@link #save(String)}. */
    public Figure save(Path file) {
        return save(file, Size.DOUBLE);
    }

    /**
     * Writes the figure, completely or not at all; missing parent directories are created.
     *
     * @param file a name that ends in .pdf, .svg, .png or .html; HTML takes the size of its window
     * @throws PlotException when the ending is unknown or the file cannot be written
     */
    public Figure save(String file, Size size) {
        return save(Given.path(file), Given.value(size, "the size"));
    }

    /** {@link #save(String, Size)}. */
    public Figure save(Path file, Size size) {
        FigureFile.write(this, Given.value(file, "the file"), Given.value(size, "the size"));
        return this;
    }

    /** Shows the figure in the browser, as a page in the temporary directory. */
    public void open() {
        Browser.open(FigureFile.temporaryPage(this));
    }

    List<Panel> panels() {
        return panels;
    }

    Figure panels(List<Panel> others) {
        return new Figure(title, others, caption, table, greyscale);
    }

    boolean isGreyscale() {
        return greyscale;
    }

    private Scene scene(Size size) {
        return FigureLayout.draw(this, size, FigureLayout.MANY_BOXES);
    }

    @Override
    public String toString() {
        return "Figure \"" + title + "\": " + Counted.of(panels.size(), "panel")
                + ", table of "
                + Counted.of(table.rowCount(), "row")
                + (caption.isEmpty() ? "" : System.lineSeparator() + " " + caption);
    }
}
