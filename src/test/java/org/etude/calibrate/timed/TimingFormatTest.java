// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.etude.calibrate.CalibrationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The name of the file says nothing: all are called x. */
class TimingFormatTest {
    @TempDir
    private Path dir;

    private TimingFormat of(String content) throws IOException {
        return TimingFormat.of(Files.writeString(dir.resolve("x"), content));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"rate\":\"1gbit\",\"rows\":[]} | ROWS",
                "{\"nested\":{\"results\":[]},\"rows\":[]} | ROWS",
                "{\"list\":[{\"results\":1}],\"rows\":[]} | ROWS",
                "{} | ROWS",
                "{\"a\": | ROWS",
                "{\"version\":1,\"results\":[]} | NCCL_TESTS_JSON",
                "{\"nccl_version\":\"2.28\"} | NCCL_TESTS_JSON",
                "{\"config\":{\"a\":[1,2]},\"results\":[]} | NCCL_TESTS_JSON",
                "{\"header\":{}} | NCCL_INSPECTOR",
                "{\"metadata\":{}} | NCCL_INSPECTOR",
                "{\"coll_perf\":{}} | NCCL_INSPECTOR",
                "{\"p2p_perf\":{}} | NCCL_INSPECTOR",
                "{\"dump_stats\":1} | NCCL_INSPECTOR",
                "{\"inPlace\":0} | RCCL_TESTS_JSON",
                "{\"numCycle\":1} | RCCL_TESTS_JSON",
                "[{\"size\":8}] | RCCL_TESTS_JSON",
                "[] | RCCL_TESTS_JSON",
                "size_bytes,time_us | PLAIN",
                "[1,0]<stdout>: something of mpirun | PLAIN",
                "'' | PLAIN"
            })
    void contentTells(String content, TimingFormat format) throws IOException {
        assertThat(of(content)).isEqualTo(format);
        assertThat(of("\n \t" + content)).as("after white space").isEqualTo(format);
        assertThat(of("\uFEFF" + content)).as("after a byte order mark").isEqualTo(format);
    }

    @Test
    void blanksMayFollowTheBracketOfAList() throws IOException {
        assertThat(of("[ \n {\"size\":8}]")).isEqualTo(TimingFormat.RCCL_TESTS_JSON);
        assertThat(of("[ ]")).isEqualTo(TimingFormat.RCCL_TESTS_JSON);
    }

    @Test
    void packedFilesAreLookedInto() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write("{\"results\":[]}".getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(dir.resolve("x"), packed.toByteArray());
        assertThat(TimingFormat.of(file)).isEqualTo(TimingFormat.NCCL_TESTS_JSON);
    }

    @Test
    void aFolderIsARecordingOfTheInspector() {
        assertThat(TimingFormat.of(dir)).isEqualTo(TimingFormat.NCCL_INSPECTOR);
    }

    @Test
    void aMissingFileIsNamed() {
        Path missing = dir.resolve("missing");
        assertThatThrownBy(() -> TimingFormat.of(missing))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining(missing + ": cannot be read");
    }
}
