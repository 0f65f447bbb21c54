// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtmlTest {
    @Test
    void textsAreEscapedAndMarkupIsNot() {
        Html html = new Html().raw("<b>").text("a<b> & \"c\" 'd'").raw("</b>");
        assertThat(html.toString()).isEqualTo("<b>a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;</b>");
        assertThat(html.length()).isEqualTo(html.toString().length());
        assertThat(Html.escaped("<")).isEqualTo("&lt;");
    }

    @Test
    void controlCharactersHaveNoPlaceButLinesAndTabs() {
        assertThat(Html.escaped("a\u0000b\u001b[31mc\r\n\td")).isEqualTo("ab[31mc\n\td");
    }

    @ParameterizedTest
    @CsvSource({
        "exposed_comm_ms, 8, exposed_<wbr>comm_<wbr>ms",
        "exposed_comm_ms, 15, exposed_comm_ms",
        "exposed_comm_ms, 14, exposed_<wbr>comm_<wbr>ms",
        "a_b short_er word_s, 7, a_b short_<wbr>er word_s",
        "_private_name, 3, _private_<wbr>name",
        "at::native::gemm, 4, at::<wbr>native::<wbr>gemm",
        "f<int>(x), 3, f&lt;<wbr>int&gt;(<wbr>x)",
        "'', 3, ''",
    })
    void longWordsMayBreakBehindTheirSigns(String text, int whole, String html) {
        assertThat(new Html().breakable(text, whole).toString()).isEqualTo(html);
    }

    @Test
    void typedTextKeepsItsLines() {
        assertThat(Html.pre("a\n  <b"))
                .isEqualTo(
                        "<pre style=\"white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere\">a\n  &lt;b</pre>");
    }
}
