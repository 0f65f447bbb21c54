// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.html;

import java.util.List;
import java.util.Set;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlWriter;
import org.etude.notebook.output.HtmlText;

/** Renders HTML in prose: the tags of expandable answers are kept, everything else is shown as text. */
final class HiddenAnswers implements NodeRenderer {
    private static final List<String> KEPT = List.of("<details>", "</details>", "<summary>", "</summary>");

    private final HtmlWriter html;

    HiddenAnswers(HtmlNodeRendererContext context) {
        this.html = context.getWriter();
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
        return Set.of(HtmlBlock.class, HtmlInline.class);
    }

    @Override
    public void render(Node node) {
        if (node instanceof HtmlBlock block) {
            html.line();
            String text = safe(block.getLiteral());
            boolean kept = KEPT.stream().anyMatch(text::contains);
            html.raw(kept ? text : "<p>" + text + "</p>");
            html.line();
        } else if (node instanceof HtmlInline inline) {
            html.raw(safe(inline.getLiteral()));
        }
    }

    private static String safe(String literal) {
        String text = HtmlText.escape(literal);
        for (String tag : KEPT) {
            text = text.replace(HtmlText.escape(tag), tag);
        }
        return text;
    }
}
