// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotebookFileTest {
    /** As Jupyter stores it: keys sorted, indented by one, texts in lines. */
    private static final String STORED = """
            {
             "cells": [
              {
               "attachments": {
                "a.png": {
                 "image/png": "iVBO"
                }
               },
               "cell_type": "markdown",
               "id": "intro",
               "metadata": {
                "collapsed": true
               },
               "source": [
                "# Überschrift 😀\\n",
                "\\ttext \\"quoted\\" \\\\ \\u001b"
               ]
              },
              {
               "cell_type": "code",
               "execution_count": 7,
               "id": "a-1",
               "metadata": {
                "tags": [
                 "parameters"
                ]
               },
               "outputs": [
                {
                 "name": "stdout",
                 "output_type": "stream",
                 "text": [
                  "one\\n",
                  "two\\n"
                 ]
                },
                {
                 "data": {
                  "application/vnd.plotly.v1+json": {
                   "data": [
                    {
                     "x": [
                      1,
                      2.50,
                      1E-7,
                      12345678901234567890
                     ]
                    }
                   ]
                  },
                  "image/png": "iVBORw0KGgo=\\n",
                  "image/svg+xml": [
                   "<svg>\\n",
                   "</svg>"
                  ],
                  "text/plain": [
                   "Figure"
                  ]
                 },
                 "execution_count": 7,
                 "metadata": {},
                 "output_type": "execute_result"
                }
               ],
               "source": []
              }
             ],
             "extra": null,
             "metadata": {
              "kernelspec": {
               "display_name": "Etude",
               "language": "Java",
               "name": "etude"
              }
             },
             "nbformat": 4,
             "nbformat_minor": 5
            }
            """;

    @TempDir
    Path temp;

    @Test
    void whatJupyterStoredIsWrittenBackByteForByte() throws IOException {
        Path file = Files.writeString(temp.resolve("a.ipynb"), STORED);
        Notebook notebook = NotebookFile.read(file);
        NotebookFile.write(temp.resolve("b.ipynb"), notebook);
        assertThat(temp.resolve("b.ipynb")).hasContent(STORED);
        assertThat(Files.readString(temp.resolve("b.ipynb"))).endsWith("}\n");
    }

    @Test
    void theModelJoinsLinesAndKeepsJson() {
        Notebook notebook = parse(STORED);
        assertThat(notebook.language()).contains("java");
        assertThat(notebook.title()).contains("Überschrift 😀");
        assertThat(notebook.others()).containsOnlyKeys("extra");
        Cell prose = notebook.cells().get(0);
        assertThat(prose.type()).isEqualTo(Cell.Type.MARKDOWN);
        assertThat(prose.source()).isEqualTo("# Überschrift 😀\n\ttext \"quoted\" \\ \u001b");
        assertThat(prose.others()).containsOnlyKeys("attachments");
        assertThat(prose.runs()).isFalse();
        Cell code = notebook.cells().get(1);
        assertThat(code.executionCount()).isEqualTo(7);
        assertThat(code.tagged("parameters")).isTrue();
        assertThat(code.outputs().get(0).text("text")).isEqualTo("one\ntwo\n");
        assertThat(code.outputs().get(1).data())
                .containsEntry("image/svg+xml", "<svg>\n</svg>")
                .containsEntry("text/plain", "Figure");
        assertThat(code.outputs().get(1).data().get("application/vnd.plotly.v1+json"))
                .isInstanceOf(Map.class);
        assertThat(code.outputs().get(1).traceback()).isEmpty();
    }

    @Test
    void strippingTakesOutputsAndCountsAndNothingElse() {
        Notebook stripped = parse(STORED).stripped();
        Cell code = stripped.cells().get(1);
        assertThat(code.executionCount()).isNull();
        assertThat(code.outputs()).isEmpty();
        assertThat(code.id()).isEqualTo("a-1");
        assertThat(code.tags()).containsExactly("parameters");
        assertThat(NotebookFile.text(stripped))
                .contains("\"execution_count\": null,", "\"outputs\": [],", "attachments");
    }

    @Test
    void olderNotebooksGetIdsThatAreTheSameEachTime() {
        String old = """
                {"nbformat":4,"nbformat_minor":2,"metadata":{},"cells":[
                 {"cell_type":"code","metadata":{},"source":"1","outputs":[],"execution_count":null},
                 {"cell_type":"code","metadata":{},"source":"1","outputs":[],"execution_count":null},
                 {"cell_type":"raw","metadata":{},"source":["x"]}]}""";
        Notebook notebook = parse(old);
        assertThat(notebook.minor()).isEqualTo(5);
        List<String> ids = notebook.cells().stream().map(Cell::id).toList();
        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.matches("[0-9a-f]{8}"));
        assertThat(parse(old).cells().stream().map(Cell::id)).isEqualTo(ids);
        assertThat(parse(NotebookFile.text(notebook))).isEqualTo(notebook);
    }

    @Test
    void copiedIdsAreTold() {
        Notebook notebook = parse("""
                {"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[
                 {"cell_type":"markdown","id":"same","metadata":{},"source":"1"},
                 {"cell_type":"markdown","id":"same","metadata":{},"source":"2"}]}""");
        assertThat(notebook.cells().stream().map(Cell::id)).containsExactly("same", "same-2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"nbformat\":4|x.ipynb: is not JSON at line 1, column 14: Unexpected end-of-input",
                "<<<<<<< HEAD|x.ipynb: is not JSON at line 1, column 1: Unexpected character ('<'",
                "[]|x.ipynb: not a notebook: the file is not a JSON object",
                "{}|x.ipynb: not a notebook: the file has no number \"nbformat\"",
                "{\"nbformat\":3,\"worksheets\":[]}|x.ipynb: a notebook of format 3; Etude reads format 4",
                "{\"nbformat\":4,\"nbformat_minor\":5}|x.ipynb: not a notebook: the file has no list \"cells\"",
                "{\"nbformat\":4,\"nbformat_minor\":5,\"cells\":[7]}|x.ipynb: not a notebook: cell 1 is not a JSON object",
                "{\"nbformat\":4,\"nbformat_minor\":5,\"cells\":[{\"cell_type\":\"sql\",\"source\":\"\"}]}"
                        + "|x.ipynb: not a notebook: cell 1 has cell_type sql, not code, markdown or raw",
                "{\"nbformat\":4,\"nbformat_minor\":5,\"cells\":[{\"cell_type\":\"raw\",\"source\":[1]}]}"
                        + "|x.ipynb: not a notebook: cell 1 has no text \"source\"",
                "{\"nbformat\":4,\"nbformat_minor\":5,\"cells\":[{\"cell_type\":\"code\",\"source\":\"\",\"outputs\":[1]}]}"
                        + "|x.ipynb: not a notebook: cell 1, output 1 is not a JSON object",
            })
    void whatIsNoNotebookIsSaid(String json, String message) {
        assertThatThrownBy(() -> parse(json))
                .isInstanceOf(NotebookException.class)
                .hasMessageStartingWith(message)
                .message()
                .contains(System.lineSeparator() + "  ");
    }

    /** Jackson has no line for a document that exceeds one of its limits. */
    @Test
    void aFaultWithoutALineNamesNone() {
        String deep = "[".repeat(2_000) + "]".repeat(2_000);
        assertThatThrownBy(() -> parse(deep))
                .isInstanceOf(NotebookException.class)
                .hasMessageStartingWith("x.ipynb: is not JSON: ")
                .hasMessageContaining("nesting depth")
                .message()
                .doesNotContain("-1");
    }

    @Test
    void aMissingFileAndAnUnwritablePlaceAreSaid() throws IOException {
        assertThatThrownBy(() -> NotebookFile.read(temp.resolve("none.ipynb")))
                .hasMessageStartingWith(temp.resolve("none.ipynb") + ": no such file");
        Path file = Files.writeString(temp.resolve("file"), "");
        assertThatThrownBy(() -> NotebookFile.write(file.resolve("x.ipynb"), Notebook.of()))
                .isInstanceOf(NotebookException.class)
                .hasMessageContaining("cannot be written");
    }

    @Test
    void numbersAreWrittenShortAndTheSameOnEveryJdk() {
        Map<String, Object> values = new HashMap<>();
        values.put("a", 0.1 + 0.2);
        values.put("b", 2.0e-3);
        values.put("c", 100.0);
        values.put("d", 1e300);
        values.put("e", Double.NaN);
        values.put("f", List.of(1.5f, 9_007_199_254_740_993L));
        values.put("g", 2.2250738585072014E-308);
        values.put("h", 0.0);
        assertThat(NotebookJson.of(values).replaceAll("\\s", ""))
                .isEqualTo("{\"a\":0.30000000000000004,\"b\":0.002,\"c\":100.0,\"d\":1E+300,\"e\":null,"
                        + "\"f\":[1.5,9007199254740993],\"g\":2.2250738585072014E-308,\"h\":0.0}");
    }

    @Test
    void halfCharactersAreEscaped() {
        assertThat(NotebookJson.of("a\uD83D b\uDE00 \uD83D\uDE00")).isEqualTo("\"a\\ud83d b\\ude00 \uD83D\uDE00\"");
    }

    private static Notebook parse(String json) {
        return NotebookFile.parse(json.getBytes(StandardCharsets.UTF_8), "x.ipynb");
    }
}
