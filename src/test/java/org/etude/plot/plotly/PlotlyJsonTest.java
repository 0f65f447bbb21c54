// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.plotly;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlotlyJsonTest {
    @Test
    void treesBecomeJson() {
        assertThat(PlotlyJson.text(Map.of("x", List.of(1, 2.5, true)))).isEqualTo("{\"x\":[1,2.5,true]}");
    }

    /** A title such as {@code </script>} stays within the script that holds the figure, and means the same. */
    @Test
    void nothingInATextEndsTheScript() throws Exception {
        String text = PlotlyJson.text(Map.of("title", "</script><!-- \u00b5s \u65e5"));
        assertThat(text).isEqualTo("{\"title\":\"\\u003c/script>\\u003c!-- \\u00B5s \\u65E5\"}");
        assertThat(new ObjectMapper().readTree(text).get("title").asText()).isEqualTo("</script><!-- \u00b5s \u65e5");
    }
}
