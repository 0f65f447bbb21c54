// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CellNamesTest {
    @Test
    void classesOfJShellAreLeftOut() {
        assertThat(CellNames.readable("REPL.$JShell$4$Point to REPL.$JShell$4B.Line, $JShell$12.Foo<$JShell$1.A>"))
                .isEqualTo("Point to Line, Foo<A>");
        assertThat(CellNames.readable("class REPL.$JShell$7")).isEqualTo("class ");
        assertThat(CellNames.readable("MYREPL.JShell$5 stays")).isEqualTo("MYREPL.JShell$5 stays");
        assertThat(CellNames.readable("REPL.$JShell$3$$Lambda$12/0x00ff01 or REPL.$JShell$3$Foo$$Lambda/0x00ff01"))
                .isEqualTo("lambda or Foo.lambda");
    }

    /** What a value's own method writes stays, even where it holds the name of its class. */
    @Test
    void onlyTheTextsOfObjectAndClassAreChangedInValues() {
        assertThat(CellNames.ofValue("{a=REPL.$JShell$4$Point@1f, b=class REPL.$JShell$4$Point}"))
                .isEqualTo("{a=Point@1f, b=class Point}");
        assertThat(CellNames.ofValue("REPL.$JShell$4$$Lambda$9/0x0001@ff")).isEqualTo("lambda@ff");
        assertThat(CellNames.ofValue("[[LREPL.$JShell$4$Point;@1f")).isEqualTo("Point[][]@1f");
        assertThat(CellNames.ofValue("REPL.$JShell$4$Point[x=1]")).isEqualTo("REPL.$JShell$4$Point[x=1]");
    }

    @Test
    void framesOfLambdasNameTheirMethod() {
        assertThat(CellNames.frame(new StackTraceElement("REPL.$JShell$4$Point", "lambda$half$3", "x", 1)))
                .isEqualTo("Point.half (a cell)");
        assertThat(CellNames.frame(new StackTraceElement("REPL.$JShell$4$Point", "lambda$new$0", "x", 1)))
                .isEqualTo("Point.<init> (a cell)");
        assertThat(CellNames.frame(new StackTraceElement("REPL.$JShell$4", "lambda$half$0", "x", 1)))
                .isEqualTo("half (a cell)");
        assertThat(CellNames.frame(new StackTraceElement("REPL.$JShell$4", "lambda$do_it$$0", "x", 1)))
                .isEqualTo("a cell");
        assertThat(CellNames.frame(new StackTraceElement("org.Lib", "lambda$half$0", "Lib.java", 1)))
                .isEqualTo("org.Lib.lambda$half$0(Lib.java:1)");
    }
}
