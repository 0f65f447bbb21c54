// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The text after the options in a command's help, on narrow terminals. */
class FooterLineTest {
    @Test
    void aLongExampleIsBrokenBeforeOptionsAsAShellTakesIt() {
        assertThat(FooterLine.broken("Examples: etude plan --model llama_70B --gpus 1024 --gpu H100 --out x", 40))
                .containsExactly(
                        "Examples: etude plan --model llama_70B \\",
                        "              --gpus 1024 --gpu H100 \\",
                        "              --out x");
        assertThat(FooterLine.broken("  etude sweep runs/a runs/b --together packed", 30))
                .containsExactly("  etude sweep runs/a runs/b \\", "      --together packed");
    }

    @Test
    void aCommentOfALongExampleComesFirst() {
        assertThat(FooterLine.broken("  etude run data/moe-2 --out runs/x      # writes the ETs", 30))
                .containsExactly("  # writes the ETs", "  etude run data/moe-2 \\", "      --out runs/x");
    }

    @Test
    void whatFitsAndListingsStayWhole() {
        for (String line : List.of("Example: etude check my-traces", "  --a-listing  that is longer than the line")) {
            assertThat(FooterLine.broken(line, 30)).containsExactly(line);
        }
        assertThat(FooterLine.broken("a sentence of many words is broken", 20))
                .containsExactly("a sentence of many", "words is broken");
    }
}
