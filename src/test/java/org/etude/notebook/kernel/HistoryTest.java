// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.util.Arrays;
import java.util.List;
import org.etude.notebook.wire.WireMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a front end gets when it asks for earlier cells. */
class HistoryTest {
    private final History history = new History();

    @BeforeEach
    void fill() {
        history.add(1, "int a = 1;", null);
        history.add(2, "a + 1", "2");
        history.add(3, "a + 1", "2");
        history.add(5, "// \uD83D\uDE00 a.b\n\\E*", null);
    }

    private List<List<Object>> find(String request) {
        return history.find(WireMessage.request(
                "history_request",
                JsonParser.parseString(request.replace('\'', '"')).getAsJsonObject(),
                "s"));
    }

    private List<Object> lines(String request) {
        return find(request).stream().map(row -> row.get(1)).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'hist_access_type':'tail','n':2}                                   | 3 5",
                "{'hist_access_type':'tail','n':0}                                   | ~~",
                "{'hist_access_type':'tail','n':-1}                                  | ~~",
                "{'hist_access_type':'tail','n':99}                                  | 1 2 3 5",
                "{}                                                                  | 1 2 3 5",
                "{'hist_access_type':'range','session':0,'start':2,'stop':5}         | 2 3",
                "{'hist_access_type':'range','session':1,'start':3,'stop':null}      | 3 5",
                "{'hist_access_type':'range','session':2}                            | ~~",
                "{'hist_access_type':'range','start':5,'stop':2}                     | ~~",
                "{'hist_access_type':'search','pattern':'a + ?'}                     | 2 3",
                "{'hist_access_type':'search','pattern':'a + ?','unique':true}       | 3",
                "{'hist_access_type':'search','pattern':'*a*','n':1}                 | 5",
                "{'hist_access_type':'search','pattern':'a'}                         | ~~",
                "{'hist_access_type':'search','pattern':'*a.b*'}                     | 5",
                "{'hist_access_type':'search','pattern':'*\\\\E*'}                   | 5",
                "{'hist_access_type':'search','pattern':'// ? a*'}                   | 5",
                "{'hist_access_type':'search','pattern':'*\uD83D\uDE00*'}            | 5",
                "{'hist_access_type':'search'}                                       | 1 2 3 5"
            })
    void findsCells(String request, String expected) {
        List<Object> all = expected.isEmpty()
                ? List.of()
                : Arrays.stream(expected.split(" "))
                        .<Object>map(Integer::valueOf)
                        .toList();
        assertThat(lines(request)).isEqualTo(all);
    }

    @Test
    void rowsHaveSessionLineAndInput() {
        assertThat(find("{'n':4,'output':false}").get(1)).isEqualTo(List.of(1, 2, "a + 1"));
        assertThat(find("{'n':4,'output':true}").get(1)).isEqualTo(List.of(1, 2, List.of("a + 1", "2")));
        assertThat(find("{'n':4,'output':true}").get(0).get(2)).isEqualTo(Arrays.asList("int a = 1;", null));
    }
}
