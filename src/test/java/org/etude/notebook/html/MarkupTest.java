// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.etude.notebook.output.HtmlText;
import org.junit.jupiter.api.Test;

class MarkupTest {
    @Property
    void escapedTextHoldsNoMarkupAndComesBack(@ForAll String text) {
        String escaped = HtmlText.escape(text);
        assertThat(escaped).doesNotContain("<", ">", "\"", "'");
        assertThat(unescaped(escaped)).isEqualTo(text);
    }

    @Property
    void highlightingOnlyAddsTags(@ForAll String source) {
        assertThat(unescaped(JavaHighlighter.html(source).replaceAll("<[^>]*>", "")))
                .isEqualTo(source);
    }

    @Test
    void javaIsColouredByKind() {
        assertThat(JavaHighlighter.html("var x = \"a // b\\\"\"; // if <"))
                .isEqualTo("<span class=\"k\">var</span> x = <span class=\"s\">&quot;a // b\\&quot;&quot;</span>; "
                        + "<span class=\"c\">// if &lt;</span>");
        assertThat(JavaHighlighter.html("@Foo int variable = 0x1F + 1.5e3; /* a\nb */ 'c'"))
                .isEqualTo("<span class=\"a\">@Foo</span> <span class=\"k\">int</span> variable = "
                        + "<span class=\"n\">0x1F</span> + <span class=\"n\">1.5e3</span>; "
                        + "<span class=\"c\">/* a\nb */</span> <span class=\"s\">&#39;c&#39;</span>");
        assertThat(JavaHighlighter.html("%%time\n\"\"\"\n  \"quoted\" \\\"\"\" x\n\"\"\""))
                .isEqualTo("<span class=\"a\">%%time</span>\n<span class=\"s\">&quot;&quot;&quot;\n  "
                        + "&quot;quoted&quot; \\&quot;&quot;&quot; x\n&quot;&quot;&quot;</span>");
    }

    @Test
    void terminalColoursBecomeClassesAndOtherEscapesGo() {
        assertThat(TerminalHtml.html("a \u001b[1;31mError\u001b[0m: <x>\u001b[2K \u001b[94mblue\u001b[m."))
                .isEqualTo("a <span class=\"b t1\">Error</span>: &lt;x&gt; <span class=\"t4\">blue</span>.");
    }

    @Test
    void whatACarriageReturnOverwroteIsGone() {
        assertThat(TerminalHtml.html("load 1 %\rload 50 %\rload 100 %\ndone\r\nlast\r"))
                .isEqualTo("load 100 %\ndone\nlast");
    }

    @Test
    void markdownHasTablesButNoRawHtmlAndNoScriptLinks() {
        assertThat(MarkdownHtml.html("| a | b |\n|---|--:|\n| `x` | 2 |\n", null))
                .contains("<table>", "<code>x</code>", "align=\"right\"");
        assertThat(MarkdownHtml.html("<details><summary>Answer & <b>more</b></summary>\n\n*None.*\n\n</details>", null))
                .isEqualToIgnoringWhitespace("<details><summary>Answer &amp; &lt;b&gt;more&lt;/b&gt;</summary>"
                        + "<p><em>None.</em></p></details>");
        assertThat(MarkdownHtml.html("<details onclick=alert(1)>", null)).doesNotContain("<details");
        assertThat(MarkdownHtml.html("<script>alert(1)</script>", null))
                .isEqualTo("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n");
        assertThat(MarkdownHtml.html("[x](javascript:alert(1)) [y](https://a.example/)", null))
                .doesNotContain("javascript:")
                .contains("href=\"https://a.example/\"");
    }

    @Test
    void attachedPicturesArePutIn() {
        Map<String, Object> attached = Map.of("a.png", Map.of("text/plain", "no", "image/png", "iVBO"));
        assertThat(MarkdownHtml.html("![it](attachment:a.png) ![gone](attachment:b.png)", attached))
                .contains("src=\"data:image/png;base64,iVBO\"", "<img src=\"\" alt=\"gone\"");
    }

    @Test
    void scriptsCannotBeEndedFromWithin() {
        assertThat(HtmlText.script("{\"a\": \"</ScRipt><!--\", b: 1</x/.y}"))
                .isEqualTo("{\"a\": \"<\\/ScRipt><\\!--\", b: 1</x/.y}");
    }

    private static String unescaped(String html) {
        return html.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }
}
