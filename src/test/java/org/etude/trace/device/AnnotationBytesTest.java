// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.trace.model.StringTable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnnotationBytesTest {
    @ParameterizedTest
    @CsvSource({
        "nccl:all_reduce|bytes=2180392|pg=dp0, 2180392",
        "nccl:all_reduce|bytes=17, 17",
        "nccl:all_reduce|bytes=0, 0",
        "nccl:all_reduce|bytes=|pg=dp0, -1",
        "nccl:all_reduce|bytes=-5, -1",
        "nccl:all_reduce bytes=5, -1",
        "nccl:all_reduce, -1",
        "x|bytes=999999999999999999|y, 999999999999999999"
    })
    void theNumberBehindTheKey(String name, long expected) {
        StringTable names = new StringTable();
        int another = names.idOf("another|bytes=1");
        int id = names.idOf(name);
        AnnotationBytes bytes = new AnnotationBytes(names);
        assertThat(bytes.of(id)).isEqualTo(expected);
        assertThat(bytes.of(another)).isEqualTo(1);
        assertThat(bytes.of(id)).as("asked again").isEqualTo(expected);
    }
}
