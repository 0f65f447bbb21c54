// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavadocTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A {@code Map<String, List<Integer>>} by name.  | A Map<String, List<Integer>> by name.",
                "{@code a < b && b > c}                         | a < b && b > c",
                "{@code &lt;}                                   | &lt;",
                "{@code @Override} methods                      | @Override methods",
                "{@code if (x) {y}}                             | if (x) {y}",
                "{@code $1 \\ $}                                | $1 \\ $",
                "{@literal <p>}                                 | <p>",
                "{@link Topology#ring(int)} or {@link #of}      | Topology.ring(int) or of",
                "{@linkplain Topology the network}              | the network",
                "{@value #MOST}, {@inheritDoc}                  | #MOST,",
                "<b>bold</b> <a href=\"x\">text</a>             | bold text",
                "a &lt; b &amp;&amp; c &quot;d&quot;&nbsp;e     | a < b && c \"d\" e",
                "&amp;lt;                                       | &lt;",
                "3 < 4                                          | 3 < 4",
                "@return the sum                                | return: the sum",
                "a@b.org                                        | a@b.org"
            })
    void tagsGoAndTextStays(String javadoc, String text) {
        assertThat(JavadocText.plain(javadoc)).isEqualTo(text);
    }

    @Test
    void paragraphsListsAndBlockTags() {
        assertThat(JavadocText.plain("One.\n <p>\n Two.\n<ul><li>x<li>y</ul>\n@param a b\n @throws E {@code @} f"))
                .isEqualTo("One.\n\nTwo.\n- x- y\nparam: a b\nthrows: E @ f");
    }

    @Test
    void htmlIsEscaped() {
        Inspection shown =
                JavadocText.inspection(List.of("List<T> of(T a)"), "A {@code List<T>}.<p>No <script>x</script>.");
        assertThat(shown.text()).isEqualTo("List<T> of(T a)\n\nA List<T>.\n\nNo x.");
        assertThat(shown.html()).isEqualTo("<pre>List&lt;T&gt; of(T a)</pre><p>A List&lt;T&gt;.</p><p>No x.</p>");
        assertThat(JavadocText.inspection(List.of("f()"), "").html()).isEqualTo("<pre>f()</pre>");
    }
}
