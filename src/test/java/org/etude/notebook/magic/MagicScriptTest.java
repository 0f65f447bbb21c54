// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where magics begin and end among lines of Java. */
class MagicScriptTest {
    @Test
    void plainJavaMentionsNone() {
        assertThat(MagicScript.mentions("int a = 7 % 4;\nb %= 2;")).isFalse();
        assertThat(MagicScript.mentions("a\n  % b")).isFalse();
        assertThat(MagicScript.mentions("int a;\n  %who")).isTrue();
        assertThat(MagicScript.mentions("%%time\n1")).isTrue();
    }

    @Test
    void splitsLinesAndKeepsLineNumbers() {
        assertThat(MagicScript.split("int a;\n%who now\nint b;\n%reset", java -> true))
                .containsExactly(
                        new MagicScript.Part(null, "int a;", null),
                        new MagicScript.Part("who", "\nnow", null),
                        new MagicScript.Part(null, "\n\nint b;", null),
                        new MagicScript.Part("reset", "\n\n\n", null));
    }

    @Test
    void unfinishedJavaKeepsItsPercents() {
        assertThat(MagicScript.split("String s = \"\"\"\n%who\n\"\"\";", java -> java.contains("\";")))
                .containsExactly(new MagicScript.Part(null, "String s = \"\"\"\n%who\n\"\"\";", null));
    }

    @Test
    void cellMagicTakesTheRest() {
        assertThat(MagicScript.split("\n%%time fast\nint a;\n%who", java -> true))
                .containsExactly(new MagicScript.Part("time", "fast", "\n\nint a;\n%who"));
    }

    @Test
    void javaOnlyBlanksMagicsInPlace() {
        assertThat(MagicScript.javaOnly("%time a.b\n%load x.java\nc.d", "time"::equals))
                .isEqualTo("      a.b\n            \nc.d");
    }
}
