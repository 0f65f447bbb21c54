// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.etude.report.Sha256;

/**
 * Writes a figure as HTML that first shows a static picture. It becomes interactive where scripts run and Plotly is
 * found: already loaded, or next to the kernelspec on the notebook's server; no other server is contacted. A legend
 * that needs more lines on a narrow page than the figure has space for makes the figure taller. Picture and drawing
 * bring their white ground along, so that a dark page shows nothing white next to them.
 */
final class FigureHtml {
    private static final int NAME_DIGITS = 16;

    private static final String LOADER = """
            (function(){var d=document,root=d.querySelector('[data-etude-figure="%1$s"]:not([data-done])');\
            if(!root)return;root.setAttribute('data-done','1');var figure=%2$s;\
            var room=figure.layout.meta?figure.layout.meta.legend:0,above=figure.layout.margin?figure.layout.margin.t:0,height=figure.layout.height;\
            function draw(P){root.innerHTML='';P.newPlot(root,figure.data,figure.layout,{responsive:true,displaylogo:false}).then(function(){\
            function fit(){var l=root.querySelector('.legend'),more=l?Math.max(0,Math.ceil(l.getBoundingClientRect().height)-room):0;\
            if(height&&Math.abs(root.layout.margin.t-above-more)>3)P.relayout(root,{'margin.t':above+more,height:height+more})}\
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
                + LOADER.formatted(name, json, kernel) + "</script>";
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
