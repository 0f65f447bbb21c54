// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.widget;

import java.util.List;
import java.util.regex.Pattern;
import org.etude.notebook.output.HtmlText;
import org.etude.notebook.output.MimeBundle;

/**
 * Results computed in advance, as HTML: a script adds a slider and shows one at a time; without scripts all of them are
 * shown with their labels. Frames contain no scripts, so figures are static pictures.
 */
final class StillFrames {
    private static final Pattern SCRIPT = Pattern.compile("(?is)<script\\b.*?</script\\s*>");

    private static final String SLIDE = """
            <script type="text/javascript">(function(){\
            var box=document.querySelector('[data-etude-frames]:not([data-done])');if(!box)return;\
            box.setAttribute('data-done','1');var frames=Array.prototype.slice.call(box.querySelectorAll(':scope>figure'));\
            var line=document.createElement('label'),input=document.createElement('input'),text=document.createElement('output');\
            line.appendChild(document.createTextNode(box.getAttribute('data-etude-frames')+' '));\
            input.type='range';input.min=0;input.max=frames.length-1;input.value=box.getAttribute('data-start');\
            input.style.verticalAlign='middle';line.appendChild(input);line.appendChild(document.createTextNode(' '));\
            line.appendChild(text);box.insertBefore(line,box.firstChild);\
            function show(){frames.forEach(function(f,i){var on=i==input.value;f.style.display=on?'':'none';\
            f.firstElementChild.style.display='none';if(on)text.textContent=f.getAttribute('data-label')})}\
            input.addEventListener('input',show);show()})();</script>""";

    private StillFrames() {}

    /**
     * One value of the slider and its result.
     *
     * @param label the value as text
     * @param shown as cells show it
     */
    record Frame(String label, MimeBundle shown) {}

    /**
     * The HTML.
     *
     * @param name of the slider
     * @param frames in order
     * @param start index of the initially shown one
     */
    static String html(String name, List<Frame> frames, int start) {
        StringBuilder html = new StringBuilder("<div data-etude-frames=\"")
                .append(HtmlText.escape(name))
                .append("\" data-start=\"")
                .append(start)
                .append("\">");
        for (Frame frame : frames) {
            html.append("\n<figure style=\"margin:0.5em 0\" data-label=\"")
                    .append(HtmlText.escape(frame.label()))
                    .append("\"><figcaption>")
                    .append(HtmlText.escape(name + ": " + frame.label()))
                    .append("</figcaption>")
                    .append(body(frame.shown()))
                    .append("</figure>");
        }
        return html.append("</div>\n").append(SLIDE).toString();
    }

    /** The plain-text fallback. */
    static String plain(String name, List<Frame> frames) {
        StringBuilder text = new StringBuilder();
        for (Frame frame : frames) {
            text.append(text.isEmpty() ? "" : "\n")
                    .append(name)
                    .append(' ')
                    .append(frame.label())
                    .append(": ")
                    .append(frame.shown().data().get(MimeBundle.PLAIN));
        }
        return text.toString();
    }

    private static String body(MimeBundle shown) {
        return shown.data().get("text/html") instanceof String html
                ? SCRIPT.matcher(html).replaceAll("")
                : "<pre>" + HtmlText.escape(String.valueOf(shown.data().get(MimeBundle.PLAIN))) + "</pre>";
    }
}
