// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.etude.report.Sha256;

/**
 * Writes a figure as HTML that first shows a static picture. It becomes interactive where scripts run and Plotly is
 * found: already loaded, or next to the kernelspec on the notebook's server; no other server is contacted. A legend
 * that needs more lines on a narrow page than the figure has space for makes the figure taller, and space that names
 * below the axes do not need on a wide page is removed. Picture and drawing
 * bring their white ground along, so that a dark page shows nothing white next to them.
 */
final class FigureHtml {
    private static final int NAME_DIGITS = 16;

    /** Pixels between the lowest text under a figure's axes and the end of the figure. */
    private static final int UNDER_NAMES = 30;

    private static final String LOADER = """
            (function(){var d=document,root=d.querySelector('[data-etude-figure="%1$s"]:not([data-done])');\
            if(!root)return;root.setAttribute('data-done','1');var figure=%2$s;\
            var room=figure.layout.meta?figure.layout.meta.legend:0,margin=figure.layout.margin||{},above=margin.t,under=margin.b,height=figure.layout.height;\
            function draw(P){root.innerHTML='';P.newPlot(root,figure.data,figure.layout,{responsive:true,displaylogo:false}).then(function(){\
            function box(e){return e.getBoundingClientRect()}\
            function below(){var ground=0,end=0;root.querySelectorAll('.nsewdrag').forEach(function(e){ground=Math.max(ground,box(e).bottom)});\
            root.querySelectorAll('[class^="x"][class$="tick"] text,[class^="g-x"][class$="title"] text').forEach(function(e){end=Math.max(end,box(e).bottom)});\
            return end>ground?Math.min(under,Math.ceil(end-ground)+%4$d):under}\
            function fit(){if(!height||!under)return;var l=root.querySelector('.legend'),more=l?Math.max(0,Math.ceil(box(l).height)-room):0,\
            top=above+more,bottom=below(),now=root.layout.margin;\
            if(Math.abs(now.t-top)>3||Math.abs(now.b-bottom)>3)P.relayout(root,{'margin.t':top,'margin.b':bottom,height:height+more-under+bottom})}\
            root.on('plotly_afterplot',fit);fit()})}\
            if(window.Plotly){draw(window.Plotly);return}\
            if(!window.etudePlotly){window.etudePlotly=new Promise(function(found,missing){var base=null;\
            try{var c=d.getElementById('jupyter-config-data');base=c?JSON.parse(c.textContent).baseUrl:d.body.getAttribute('data-base-url')}\
            catch(e){}if(!base){missing();return}\
            var amd=window.define;window.define=undefined;var s=d.createElement('script');\
            s.onload=function(){window.define=amd;window.Plotly?found(window.Plotly):missing()};\
            s.onerror=function(){window.define=amd;missing()};\
            s.src=base.replace(/\\/?$/,'/')+'kernelspecs/%3$s/plotly.min.js';d.head.appendChild(s)})}\
            window.etudePlotly.then(draw,function(){})})();""";

    private FigureHtml() {}

    /**
     * The HTML.
     *
     * @param json data and layout, without the character {@code <}
     * @param fallback HTML that is shown until then
     * @param kernel the name of the kernelspec's directory
     */
    static String of(String json, String fallback, String kernel) {
        String name = name(json);
        return "<div data-etude-figure=\"" + name + "\">" + fallback + "</div>\n<script type=\"text/javascript\">"
                + String.format(Locale.ROOT, LOADER, name, json, kernel, UNDER_NAMES) + "</script>";
    }

    /** An SVG document as an image element, in which scripts do not run. */
    static String image(String svg, String title) {
        String data = Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8));
        return "<img style=\"max-width:100%\" alt=\"" + Html.escaped(title) + "\" src=\"data:image/svg+xml;base64,"
                + data + "\">";
    }

    /** A name derived only from the figure, so that running a notebook again gives the same output. */
    private static String name(String json) {
        return Sha256.hex(json).substring(0, NAME_DIGITS);
    }
}
