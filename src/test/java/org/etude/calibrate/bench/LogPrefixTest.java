// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which lines have the prefix of another line, up to the first letter of the text behind it. */
class LogPrefixTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "\"[node1:0] \" | \"[node23:17] \" | true",
                "\"[node1:0] \" | \"[host1:0] \" | false",
                "\"[1,0]<stdout>: \" | \"[1,15]<stdout>: \" | true",
                "\"2026-11-26 20:01:02 \" | \"2027-01-01 00:00:00 \" | true",
                "\"Thu Nov 26 20:01:02 \" | \"Fri Dec  4 07:00:00 \" | true",
                "\"Thu Nov 26 20:01:02 \" | \"Day Nov 26 20:01:02 \" | true",
                "\"Thu Nov 26 20:01:02 \" | \"THU Nov 26 20:01:02 \" | false",
                "\"Nova 1: \" | \"Decem 1: \" | false",
                "\"rank  7 \" | \"rank 12 \" | true",
                "\"rank 12 \" | \"rank7 \" | false",
                "\"   7| \" | \"1234| \" | true",
                "\"1764187262  \" | \"1764187263  \" | true",
                "\"1764187262  \" | \"17641872631  \" | false",
                "\"1764187262  \" | \"1764187263 \" | false",
                "\"1764187262123 \" | \"1764187262999 \" | true",
                "\"   1024 \" | \"   2048 \" | false",
                "\"a.b \" | \"axb \" | false"
            })
    void otherNumbersAndNamesOfDaysHaveTheSamePrefix(String prefix, String other, boolean same) {
        assertThat(prefix.matches(LogPrefix.regex(prefix))).isTrue();
        assertThat(other.matches(LogPrefix.regex(prefix))).isEqualTo(same);
    }
}
