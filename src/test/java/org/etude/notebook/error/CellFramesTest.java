// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.error;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jshell.JShell;
import jdk.jshell.SourceCodeAnalysis.SnippetWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Frames are made as JShell makes them: the class and a line of the text that it wrapped around a snippet. */
class CellFramesTest {
    private final JShell shell = JShell.builder().executionEngine("local").build();
    private final CellFrames frames = new CellFrames();

    @AfterEach
    void stop() {
        shell.close();
    }

    private SnippetWrapper wrapped(String source) {
        return shell.sourceCodeAnalysis().wrappers(source).get(0);
    }

    /** A frame at the first place of a text in the source. */
    private static StackTraceElement at(SnippetWrapper wrapper, String text) {
        int place = wrapper.sourceToWrappedPosition(wrapper.source().indexOf(text));
        int line = (int) wrapper.wrapped().substring(0, place).lines().count();
        return frame(wrapper.fullClassName(), line);
    }

    private static StackTraceElement frame(String type, int line) {
        return new StackTraceElement(type, "do_it$", "$JShell$1.java", line);
    }

    @Test
    void aFrameIsALineOfTheCell() {
        SnippetWrapper method = wrapped("int half(int x) {\n    // halves\n\n    int y = x / 2;\n    return y;\n}");
        frames.add(method, 5, 3, true);
        assertThat(frames.place(at(method, "int half"))).contains("In[5] line 3");
        assertThat(frames.place(at(method, "int y"))).contains("In[5] line 6");
        assertThat(frames.text(at(method, "int y"))).contains("int y = x / 2;");
        assertThat(frames.place(at(method, "return"))).contains("In[5] line 7");
        assertThat(frames.text(at(method, "return"))).contains("return y;");
    }

    @Test
    void aStatementOfOneLineIsWhereItBegins() {
        SnippetWrapper call = wrapped("System.out.println(1);");
        frames.add(call, 2, 1, true);
        assertThat(frames.place(at(call, "System"))).contains("In[2] line 1");
        assertThat(frames.text(at(call, "System"))).contains("System.out.println(1);");
    }

    @Test
    void classesInsideASnippetBelongToIt() {
        SnippetWrapper method = wrapped("int f() {\n    return 1;\n}");
        frames.add(method, 4, 1, true);
        StackTraceElement whole = at(method, "return");
        StackTraceElement inner = frame(method.fullClassName() + "$Inner", whole.getLineNumber());
        assertThat(frames.place(inner)).contains("In[4] line 2");
        assertThat(CellFrames.snippetClass(inner.getClassName())).isEqualTo(method.fullClassName());
        assertThat(CellFrames.snippetClass("java.util.List")).isEqualTo("java.util.List");
    }

    @Test
    void framesOfOtherClassesAreNoPlaces() {
        assertThat(frames.place(frame("java.util.ArrayList", 3))).isEmpty();
        assertThat(frames.text(frame("java.util.ArrayList", 3))).isEmpty();
        assertThat(frames.place(frame("REPL.$JShell$99", 3))).isEmpty();
        assertThat(CellFrames.ofCell(frame("REPL.$JShell$99", 3))).isTrue();
        assertThat(CellFrames.ofCell(frame("java.util.ArrayList", 3))).isFalse();
    }

    @Test
    void aStackRunsACellWhenOneFrameDoes() {
        StackTraceElement other = frame("java.util.ArrayList", 3);
        StackTraceElement cell = frame("REPL.$JShell$1A", 3);
        assertThat(CellFrames.runsCell(new StackTraceElement[] {other, cell, other}))
                .isTrue();
        assertThat(CellFrames.runsCell(new StackTraceElement[] {other})).isFalse();
        assertThat(CellFrames.runsCell(new StackTraceElement[0])).isFalse();
    }

    /** A snippet that was not compiled keeps the lines of its class, and is of the cell that ran it last. */
    @Test
    void theSameSourceIsOfTheCellThatRanItLast() {
        SnippetWrapper call = wrapped("f();");
        frames.add(call, 1, 1, true);
        frames.add(call, 7, 2, false);
        assertThat(frames.place(at(call, "f"))).contains("In[7] line 2");
        SnippetWrapper other = wrapped("g();");
        assertThat(other.fullClassName()).isEqualTo(call.fullClassName());
        frames.add(other, 8, 1, false);
        assertThat(frames.place(at(call, "f"))).contains("In[7] line 2");
        frames.add(other, 9, 1, true);
        assertThat(frames.place(at(other, "g"))).contains("In[9] line 1");
    }

    @Test
    void aSnippetThatIsNewIsKnownEvenIfItWasNotCompiled() {
        SnippetWrapper call = wrapped("f();");
        frames.add(call, 6, 1, false);
        assertThat(frames.place(at(call, "f"))).contains("In[6] line 1");
    }

    @Test
    void whatIsCompiledAgainKeepsItsCell() {
        SnippetWrapper first = wrapped("int h() {\n    return i();\n}");
        frames.add(first, 3, 4, true);
        frames.recompiled(first);
        assertThat(frames.place(at(first, "return"))).contains("In[3] line 5");
        frames.recompiled(wrapped("int k() { return 1; }"));
        assertThat(frames.place(at(first, "return"))).contains("In[3] line 5");
    }
}
