// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimingsJsonTest {
    @TempDir
    private Path dir;

    private TimingsJson read(String text) throws IOException {
        return new TimingsJson(Files.writeString(dir.resolve("t.json"), text));
    }

    @Test
    void sizesBecomeThoseOfTheWholeCollectiveAndRoundTripsHalves() throws IOException {
        TimingsJson file = read("""
                {"rate": "1gbit", "ranks": 4, "rows": [
                 {"type": "AllReduce", "size_bytes": 64, "time_us": 7.5},
                 {"type": "all_gather", "size_bytes": 64, "time_us": 3, "ranks": 8},
                 {"type": "gather", "size_bytes": 0, "time_us": 1},
                 {"type": "reduce_scatter", "size_bytes": 1e3, "time_us": 2},
                 {"type": "send_recv_rtt", "size_bytes": 10, "time_us": 5, "ranks": 2}]}
                """);
        assertThat(file.rate()).isEqualTo("1gbit");
        assertThat(file.timings())
                .containsExactly(
                        new CollectiveTiming("all_reduce", 4, 64, 7.5),
                        new CollectiveTiming("all_gather", 8, 512, 3),
                        new CollectiveTiming("gather", 4, 0, 1),
                        new CollectiveTiming("reduce_scatter", 4, 1_000, 2),
                        new CollectiveTiming("sendrecv", 2, 10, 2.5));
        assertThat(read("{\"rows\": []}").timings()).isEmpty();
        assertThat(read("{\"rows\": []}").rate()).isEmpty();
    }

    /** A fraction of a rank or a byte, or more of them than a number holds, is an error and not another number. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2.5|64|1|needs type, size_bytes",
                "4294967298|64|1|needs type, size_bytes",
                "2|64.5|1|needs type, size_bytes",
                "2|9223372036854775807|1|not a timing",
                "2|-1|1|not a timing",
                "1|64|1|not a timing",
                "2|64|0|not a timing",
                "2|64|1e999|not a timing",
                "2|64|\"1\"|needs type, size_bytes",
                "null|64|1|needs type, size_bytes"
            })
    void aRowThatIsNoTimingIsNamed(String ranks, String bytes, String micros, String reason) throws IOException {
        String good = "{\"type\": \"all_reduce\", \"size_bytes\": 8, \"time_us\": 1, \"ranks\": 2}";
        TimingsJson file = read("{\"rows\": [" + good + ", {\"type\": \"all_gather\", \"size_bytes\": " + bytes
                + ", \"time_us\": " + micros + ", \"ranks\": " + ranks + "}]}");
        assertThatThrownBy(file::timings)
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("t.json, row 1: " + reason);
    }

    @Test
    void aFileWithoutRowsIsRefused() {
        assertThatThrownBy(() -> read("{\"ranks\": 2}")).hasMessageContaining("t.json: has no list \"rows\"");
        assertThatThrownBy(() -> read("")).hasMessageContaining("has no list \"rows\"");
        assertThatThrownBy(() -> read("{\"rows\": [")).hasMessageContaining("t.json, line 1");
        assertThatThrownBy(() -> new TimingsJson(dir.resolve("none"))).hasMessageContaining("cannot be read");
    }
}
