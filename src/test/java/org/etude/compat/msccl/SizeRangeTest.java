// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.report.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A plan for other sizes than the one asked for says so. */
class SizeRangeTest {
    @TempDir
    Path dir;

    private List<String> reasons(String plan, long bytes) throws IOException {
        Path file = Files.writeString(dir.resolve("plan"), plan);
        return CollectivePlan.read(file).traces(bytes).report().findings().stream()
                .filter(row -> row.level() == Finding.Level.WARNING)
                .map(Finding::why)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"0,0,1,true", "4096,0,4095,false", "4096,0,4096,true", "0,8192,8192,true", "0,8192,8193,false"})
    void mscclHasNoLimitWhereItIsZero(long least, long most, long bytes, boolean fits) throws IOException {
        String plan = PlanSamples.ringAllReduce(3)
                .replace("minBytes=\"0\" maxBytes=\"0\"", "minBytes=\"" + least + "\" maxBytes=\"" + most + "\"");
        assertThat(reasons(plan, bytes).isEmpty()).isEqualTo(fits);
    }

    @Test
    void mscclppCountsTheGatheredBuffer() throws IOException {
        String plan = PlanSamples.putAllGather(4)
                .replaceFirst("\\{", "{\"min_message_size\": 4096, \"max_message_size\": 18446744073709551615, ");
        assertThat(reasons(plan, 1024)).isEmpty();
        assertThat(reasons(plan, 1023)).containsExactly("the plan is for buffers of 4096 bytes or more");
    }
}
