// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.spec.LoadOptions;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.TraceException;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Odd files that a reading of the loader's code turned up. */
class ReviewedOdditiesTest {
    @TempDir
    Path directory;

    private TraceSet load() {
        return TraceLoader.load(List.of(directory), LoadOptions.defaults(), Progress.NONE);
    }

    @Test
    void anEndWithoutATimeEndsNothing() throws IOException {
        Files.writeString(
                directory.resolve("device_0.json"),
                "{\"traceEvents\":["
                        + "{\"ph\":\"B\",\"cat\":\"cpu_op\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":10},"
                        + "{\"ph\":\"E\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":30},"
                        + "{\"ph\":\"B\",\"cat\":\"cpu_op\",\"name\":\"b\",\"pid\":1,\"tid\":1,\"ts\":40},"
                        + "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"c\",\"pid\":1,\"tid\":2,\"ts\":900,\"dur\":5},"
                        + "{\"ph\":\"E\",\"name\":\"b\",\"pid\":1,\"tid\":1}]}");
        TraceSet traces = load();
        DeviceTrace device = traces.ranks().get(0).device();
        assertThat(device.size()).isEqualTo(2);
        assertThat(device.name(0)).isEqualTo("a");
        assertThat(device.durationNanos(0)).isEqualTo(20_000);
        assertThat(device.name(1)).isEqualTo("c");
        assertThat(traces.report().findings()).extracting(Finding::what).anyMatch(what -> what.contains("1 "));
    }

    @Test
    void anArrayWithoutPhasesIsNoTrace() throws IOException {
        Files.writeString(directory.resolve("timings.json"), "[{\"run\":\"cnn\",\"ms\":3},{\"run\":\"gpt\",\"ms\":4}]");
        assertThatThrownBy(this::load).isInstanceOf(TraceException.class).hasMessageContaining("no traces found");
        Files.writeString(
                directory.resolve("device_0.json"),
                "[{\"name\":\"late\"},{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1}]");
        assertThat(load().ranks()).hasSize(1);
    }
}
