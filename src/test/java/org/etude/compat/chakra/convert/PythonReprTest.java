// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values as {@code str(json.loads(...))} of CPython 3.12 prints them. */
class PythonReprTest {
    private final PythonRepr python = new PythonRepr();

    private String read(String json) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            parser.nextToken();
            String text = python.read(parser);
            assertThat(parser.nextToken())
                    .as("the parser is left on the last token")
                    .isNull();
            return text;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[] | []",
                "{} | {}",
                "null | None",
                "[true,false,null] | [True, False, None]",
                "[1,-0,18446744073709551615] | [1, 0, 18446744073709551615]",
                "[1.0,-0.0,1e16,1e-5,0.1,123456789.125] | [1.0, -0.0, 1e+16, 1e-05, 0.1, 123456789.125]",
                "[1e400,-1e400] | [inf, -inf]",
                "{\"a\":[1,{\"b\":2}],\"c\":\"\"} | {'a': [1, {'b': 2}], 'c': ''}",
                "[\"it's\",\"say \\\"x\\\"\",\"'\\\"\"] | [\"it's\", 'say \"x\"', '\\'\"']",
                "[\"a\\n\\t\\r\\\\\",\"\\u0000\\u007f\\u00a0\\u00e9\"] | ['a\\n\\t\\r\\\\', '\\x00\\x7f\\xa0é']",
                "[\"\\u2028\\ue000\\ud83d\\ude00\\udb40\\udc01\"] | ['\\u2028\\ue000\uD83D\uDE00\\U000e0001']",
            })
    void printsAsPythonDoes(String json, String expected) throws IOException {
        assertThat(read(json)).isEqualTo(expected);
    }

    /** {@code [tensor_id, storage_id, offset, elements, element_bytes, device]}, alone and in lists. */
    @Test
    void countsTheBytesOfTensors() throws IOException {
        read("[[1,2,0,10,4,\"cuda:0\"],[[3,4,0,5,2,\"cpu\"],[5,6,0,7,8,\"cpu\"]],3,\"x\",[1,2,3,4]]");
        assertThat(python.elements()).isEqualTo(5);
        assertThat(python.tensorBytes(0)).isEqualTo(40);
        assertThat(python.tensorBytes(1)).isEqualTo(5 * 2 + 7 * 8);
        assertThat(python.tensorBytes(2)).isZero();
        assertThat(python.tensorBytes(4)).as("four numbers are no tensor").isZero();
        assertThat(python.element(1)).isEqualTo("[[3, 4, 0, 5, 2, 'cpu'], [5, 6, 0, 7, 8, 'cpu']]");
        read("[]");
        assertThat(python.elements()).isZero();
    }

    /** Python's numbers have no limit; a list of seeds is no tensor. */
    @Test
    void numbersBeyond64BitsArePrintedWhereATensorHasItsSize() throws IOException {
        assertThat(read("[[1,2,3,18446744073709551615,18446744073709551616,5]]"))
                .isEqualTo("[[1, 2, 3, 18446744073709551615, 18446744073709551616, 5]]");
        assertThat(python.tensorBytes(0)).isZero();
    }
}
