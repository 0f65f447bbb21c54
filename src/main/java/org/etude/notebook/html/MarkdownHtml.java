// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.html;

import java.util.List;
import java.util.Map;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Renders prose as HTML: CommonMark with tables. HTML in the prose stays text except for expandable answers, links that
 * run scripts are removed, and images attached to the cell are embedded.
 */
final class MarkdownHtml {
    private static final String ATTACHED = "attachment:";
    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

    private MarkdownHtml() {}

    /**
     * Renders one cell.
     *
     * @param attachments contents by name and MIME type, as in the cell; may be null
     */
    static String html(String markdown, Object attachments) {
        Map<?, ?> attached = attachments instanceof Map<?, ?> map ? map : Map.of();
        Node document = Parser.builder().extensions(EXTENSIONS).build().parse(markdown);
        return HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .escapeHtml(true)
                .sanitizeUrls(true)
                .nodeRendererFactory(HiddenAnswers::new)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    if (node instanceof Image image && image.getDestination().startsWith(ATTACHED)) {
                        attributes.put("src", picture(image.getDestination(), attached));
                    }
                })
                .build()
                .render(document);
    }

    private static String picture(String destination, Map<?, ?> attached) {
        if (attached.get(destination.substring(ATTACHED.length())) instanceof Map<?, ?> contents) {
            for (Map.Entry<?, ?> content : contents.entrySet()) {
                String mime = String.valueOf(content.getKey());
                if (mime.startsWith("image/") && content.getValue() instanceof String base64) {
                    return "data:" + mime + ";base64," + base64;
                }
            }
        }
        return "";
    }
}
