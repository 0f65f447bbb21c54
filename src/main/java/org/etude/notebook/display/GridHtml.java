// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import java.util.List;
import java.util.stream.IntStream;
import org.etude.report.Counted;

/**
 * Writes grids as HTML tables: head and tail of long ones, numbers right-aligned, types and units in the header.
 * Clicking a header sorts the displayed rows in the browser.
 */
final class GridHtml {
    /** Tables up to this length are shown completely. */
    static final int WHOLE = 60;

    /** The number of rows shown at the start of longer tables. */
    static final int HEAD = 30;

    static final int TAIL = 10;

    private static final int MOST_COLUMNS = 40;

    /** Headers and words up to these lengths are never wrapped. */
    private static final int WHOLE_HEAD = 8;

    private static final int WHOLE_WORD = 20;

    /**
     * Texts are left-aligned by a rule more specific than JupyterLab's, which right-aligns all cells. A numeric first
     * column (rank, node, step) stays visible when a wide table is scrolled, on the background of its row, which the
     * classic Notebook sets for every other row only. The classic Notebook also hides the triangle of expandable parts.
     * In a narrow window columns are closer together.
     */
    private static final String STYLE = """
            <style>.etude-table{overflow:auto;max-height:32em}.etude-table table{border-collapse:collapse;margin:0}\
            .etude-table th{cursor:pointer;vertical-align:bottom;position:sticky;top:0}\
            .etude-table tr,.etude-table th{background:var(--jp-layout-color1,var(--vscode-editor-background,#fff))}\
            .etude-table .etude-n:first-child{position:sticky;left:0}.etude-table td.etude-n:first-child{background:inherit}\
            .etude-table th.etude-n:first-child{z-index:1}.etude-table+details summary{display:list-item;cursor:pointer}.etude-table th,.etude-table td{padding:0.2em 0.7em}\
            @media (max-width:1100px){.etude-table th,.etude-table td{padding:0.2em 0.3em}}\
            .etude-table table.dataframe th,.etude-table table.dataframe td{text-align:left}\
            .etude-table td{max-width:40em;overflow-wrap:break-word}\
            .etude-table table.dataframe .etude-n{text-align:right;font-variant-numeric:tabular-nums}\
            .etude-table td.etude-n{white-space:nowrap}\
            .etude-table small{font-weight:normal;opacity:0.65}</style>""";

    /**
     * Numbers sort by value and empty cells last; the gap between head and tail is removed, because the rows are then
     * contiguous. The script is an attribute, so that it needs no id and works wherever the HTML is copied.
     */
    private static final String SORT = """
            (function(e){var h=e.target.closest('th');if(!h)return;var t=h.closest('table'),b=t.tBodies[0],i=h.cellIndex,\
            up=h.getAttribute('data-up')!=='1',n=h.className==='etude-n';\
            Array.prototype.forEach.call(b.querySelectorAll('tr.gap'),function(r){r.parentNode.removeChild(r)});\
            var v=function(r){var s=r.cells[i].textContent;return n?parseFloat(s.replace(/[,<>]/g,'').replace('\u221e','Infinity')):s};\
            Array.prototype.slice.call(b.rows).sort(function(p,q){var x=v(p),y=v(q),ex=x===''||x!==x,ey=y===''||y!==y;\
            if(ex||ey)return ex-ey;return (x>y?1:x===y?0:-1)*(up?1:-1)}).forEach(function(r){b.appendChild(r)});\
            Array.prototype.forEach.call(h.parentNode.cells,function(c){c.removeAttribute('data-up')});\
            if(up)h.setAttribute('data-up','1')})(event)""";

    /** JupyterLab right-aligns cells, and removes style sheets (but not style attributes) from untrusted output. */
    private static final String TO_THE_LEFT = " style=\"text-align:left\"";

    private GridHtml() {}

    /** The grid with its size below; columns that do not fit the page are in a second, expandable table. */
    static String of(Grid grid) {
        int[] rows = shownRows(grid);
        int all = grid.heads().size();
        List<Integer> columns = ColumnChoice.shown(grid, rows);
        Html html = new Html().raw(STYLE);
        table(grid, rows, columns, html);
        if (columns.size() < all) {
            String which = all <= MOST_COLUMNS ? "all " + all : "the first " + MOST_COLUMNS + " of " + all;
            html.raw("<details><summary><small>" + which + " columns</small></summary>");
            table(
                    grid,
                    rows,
                    IntStream.range(0, all).boxed().limit(MOST_COLUMNS).toList(),
                    html);
            html.raw("</details>");
        }
        return html.raw("<p><small>")
                .text(size(grid, columns.size()))
                .raw("</small></p>")
                .toString();
    }

    private static int[] shownRows(Grid grid) {
        if (grid.rows() <= WHOLE) {
            return IntStream.range(0, grid.rows()).toArray();
        }
        return IntStream.concat(IntStream.range(0, HEAD), IntStream.range(grid.rows() - TAIL, grid.rows()))
                .toArray();
    }

    private static void table(Grid grid, int[] rows, List<Integer> columns, Html html) {
        html.raw("<div class=\"etude-table\"><table class=\"dataframe\"><thead><tr onclick=\"");
        html.text(SORT).raw("\">");
        for (int column : columns) {
            head(grid.heads().get(column), html);
        }
        html.raw("</tr></thead><tbody>\n");
        for (int i = 0; i < rows.length; i++) {
            if (i > 0 && rows[i] > rows[i - 1] + 1) {
                html.raw("<tr class=\"gap\"><td colspan=\"" + columns.size() + "\">\u22ee</td></tr>\n");
            }
            row(grid, rows[i], columns, html);
        }
        html.raw("</tbody></table></div>");
    }

    private static void head(Grid.Head head, Html html) {
        html.raw("<th")
                .raw(head.number() ? " class=\"etude-n\"" : TO_THE_LEFT)
                .raw(" title=\"")
                .text(about(head))
                .raw("\">");
        html.breakable(head.name(), WHOLE_HEAD);
        if (!head.unit().isEmpty() && !head.name().endsWith('_' + head.unit())) {
            html.raw("<br><small>").text(head.unit()).raw("</small>");
        }
        html.raw("</th>");
    }

    private static void row(Grid grid, int row, List<Integer> columns, Html html) {
        html.raw("<tr>");
        for (int column : columns) {
            html.raw(grid.heads().get(column).number() ? "<td class=\"etude-n\">" : "<td" + TO_THE_LEFT + ">");
            html.breakable(PlainText.shortened(grid.cell(row, column)), WHOLE_WORD);
            html.raw("</td>");
        }
        html.raw("</tr>\n");
    }

    private static String about(Grid.Head head) {
        String unit = head.unit().isEmpty() ? "" : ", in " + head.unit();
        return head.name() + (head.type().isEmpty() ? "" : ": " + head.type()) + unit + "; click to sort what is shown";
    }

    private static String size(Grid grid, int columns) {
        String name = grid.name().isEmpty() ? "" : grid.name() + ": ";
        String rows = Counted.grouped(grid.rows(), "row", "rows");
        String shown = grid.rows() <= WHOLE ? "" : " (first " + HEAD + " and last " + TAIL + " shown)";
        int all = grid.heads().size();
        String more = columns < all ? " (" + columns + " shown)" : "";
        return name + rows + shown + " \u00d7 " + Counted.of(all, "column") + more;
    }
}
