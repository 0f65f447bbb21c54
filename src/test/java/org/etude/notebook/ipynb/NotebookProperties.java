// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class NotebookProperties {
    @Property(tries = 300)
    void jsonIsReadBackByOthersAsTheSameTree(@ForAll("trees") Object tree) throws JsonProcessingException {
        assertThat(new ObjectMapper().readValue(NotebookJson.of(tree), Object.class))
                .isEqualTo(tree);
    }

    @Property(tries = 200)
    void aNotebookReadsBackAsItWasWritten(@ForAll("notebooks") Notebook notebook) {
        String text = NotebookFile.text(notebook);
        Notebook read = NotebookFile.parse(text.getBytes(StandardCharsets.UTF_8), "x");
        assertThat(read).isEqualTo(notebook);
        assertThat(NotebookFile.text(read)).isEqualTo(text);
    }

    @Property
    void linesJoinToTheTextTheyWereSplitFrom(@ForAll String text) {
        assertThat(NotebookLines.joined(NotebookLines.split(text))).isEqualTo(text);
        assertThat(NotebookLines.split(text))
                .allSatisfy(line -> assertThat(line.indexOf('\n')).isIn(-1, line.length() - 1));
    }

    @Provide
    Arbitrary<Object> trees() {
        Arbitrary<Object> leaves = Arbitraries.oneOf(
                texts().map(Object.class::cast),
                Arbitraries.integers().map(Object.class::cast),
                Arbitraries.doubles().ofScale(12).map(d -> (Object) d).filter(d -> (double) d != 0),
                Arbitraries.of(true, false).map(Object.class::cast));
        Arbitrary<Object> level = containers(leaves);
        return Arbitraries.oneOf(leaves, level, containers(level));
    }

    private Arbitrary<Object> containers(Arbitrary<Object> inner) {
        return Arbitraries.oneOf(
                inner.list().ofMaxSize(3).map(Object.class::cast),
                Arbitraries.maps(texts(), inner).ofMaxSize(3).map(Object.class::cast));
    }

    @Provide
    Arbitrary<Notebook> notebooks() {
        Arbitrary<Output> outputs = Arbitraries.oneOf(
                texts().map(text -> Output.stream("stdout", text)),
                texts().map(text -> Output.display(Map.of("text/html", text, "image/png", text), Map.of())),
                texts().map(text -> Output.error("E", text, List.of(text, "x"))));
        Arbitrary<Cell> code = Combinators.combine(texts(), outputs.list().ofMaxSize(3), Arbitraries.integers())
                .as((source, shown, count) ->
                        Cell.code("x", source).withTags(List.of("a", "b")).ran(count, shown));
        Arbitrary<Cell> prose = texts().map(source -> Cell.markdown("x", source));
        return Arbitraries.oneOf(code, prose).list().ofMaxSize(5).map(cells -> {
            List<Cell> named = new ArrayList<>();
            for (Cell c : cells) {
                named.add(new Cell(
                        "c" + named.size(),
                        c.type(),
                        c.source(),
                        c.executionCount(),
                        c.outputs(),
                        new LinkedHashMap<>(c.metadata()),
                        c.others()));
            }
            return Notebook.of(named.toArray(new Cell[0]));
        });
    }

    /** Any text UTF-8 can carry. */
    private static Arbitrary<String> texts() {
        return Arbitraries.strings()
                .withCharRange('\0', '\uD7FF')
                .ofMaxLength(12)
                .map(text -> text + (text.length() % 5 == 0 ? "\n\uD83D\uDE00" : ""));
    }
}
