// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.etude.cli.TestShell;
import org.junit.jupiter.api.Test;

/** Standard output that cannot be written: reported, also by the exit status, unless a reader went away. */
class ResultStreamTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private static OutputStream failing(String reason) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(reason);
            }
        };
    }

    private int finish(OutputStream out, boolean pipe, int code) {
        PrintStream results = ResultStream.on(out, pipe);
        results.println("a result");
        return new Console(results, new PrintStream(err, true, StandardCharsets.UTF_8), false).finish(code);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }

    @Test
    void lostResultsAreReportedAndFail() {
        assertThat(finish(failing("No space left on device"), false, ExitCode.OK))
                .isEqualTo(ExitCode.FAILED);
        assertThat(said())
                .isEqualTo("etude: the output could not be written: No space left on device\n"
                        + "  Send it to where there is room; what it holds now is incomplete.\n");
    }

    @Test
    void aFailureKeepsItsOwnStatus() {
        assertThat(finish(failing("No space left on device"), false, ExitCode.USAGE))
                .isEqualTo(ExitCode.USAGE);
        assertThat(said()).startsWith("etude: the output could not be written");
    }

    @Test
    void aReaderThatHasSeenEnoughIsNoFailure() {
        assertThat(finish(failing("Datenübergabe unterbrochen"), true, ExitCode.OK))
                .isEqualTo(ExitCode.OK);
        assertThat(finish(failing("Broken pipe"), false, ExitCode.OK)).isEqualTo(ExitCode.OK);
        assertThat(said()).isEmpty();
    }

    @Test
    void whatIsWrittenArrives() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(finish(out, false, ExitCode.OK)).isEqualTo(ExitCode.OK);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a result" + System.lineSeparator());
        assertThat(said()).isEmpty();
    }

    @Test
    void aProcessWhoseOutputIsFullFails() throws Exception {
        File full = new File("/dev/full");
        assumeTrue(full.exists());
        Process process = TestShell.builder("--help").redirectOutput(full).start();
        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("etude: the output could not be written: ");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aProcessWhoseReaderLeavesSucceeds() throws Exception {
        Process process = TestShell.builder("--help").start();
        process.getInputStream().close();
        assertThat(process.getErrorStream().readAllBytes()).isEmpty();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(ExitCode.OK);
    }
}
