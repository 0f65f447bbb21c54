// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.etude.analysis.TraceJson.Name;
import org.junit.jupiter.api.Test;

/** {@link EventHeads} are the fields that Jackson's generator writes, and the same object for the same event. */
class EventHeadsTest {
    private final EventHeads heads = new EventHeads();

    @Property
    void areWhatJacksonWrites(@ForAll String category, @ForAll String phase, @ForAll int process, @ForAll int thread)
            throws IOException {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(expected)) {
            json.writeStartObject();
            json.writeStringField("name", "");
            json.writeStringField("cat", encodable(category));
            json.writeStringField("ph", encodable(phase));
            json.writeNumberField("pid", process);
            json.writeNumberField("tid", thread);
            json.writeNumberField("ts", 1);
            json.writeEndObject();
        }
        ByteArrayOutputStream ours = new ByteArrayOutputStream();
        try (TraceJson json = new TraceJson(ours)) {
            json.open();
            json.text(Name.of("name"), "");
            json.fields(heads.of(category, phase, process, thread));
            json.whole(Name.of("ts"), 1);
            json.shut();
        }
        assertThat(ours.toString(StandardCharsets.UTF_8)).isEqualTo(expected.toString(StandardCharsets.UTF_8));
    }

    private static String encodable(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    @Test
    void areEncodedOnce() {
        assertThat(heads.of("kernel", "X", 1, 2)).isSameAs(heads.of("kernel", "X", 1, 2));
        assertThat(heads.of(null, "M", 1, 2).getValue()).isEqualTo(",\"ph\":\"M\",\"pid\":1,\"tid\":2");
    }

    @Test
    void differInEachField() {
        assertThat(new String[] {
                    heads.of("kernel", "X", 1, 2).getValue(),
                    heads.of("kernel", "X", 2, 1).getValue(),
                    heads.of("kernel", "s", 1, 2).getValue(),
                    heads.of("copy", "X", 1, 2).getValue(),
                    heads.of(null, "X", 1, 2).getValue()
                })
                .doesNotHaveDuplicates();
    }
}
