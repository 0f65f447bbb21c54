// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FigureHtmlTest {
    /** Every figure of a notebook carries the script. */
    @Test
    void theScriptHasNoBlanksOfTheSource() {
        String html = FigureHtml.of("{\"data\":[]}", "<b>none</b>", "etude");
        assertThat(html.lines()).hasSize(2);
        assertThat(html)
                .contains("<script type=\"text/javascript\">(function(){var d=document")
                .contains(";function draw(P){root.innerHTML=''")
                .doesNotContain("  ");
    }
}
