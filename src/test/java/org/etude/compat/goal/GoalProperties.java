// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;
import org.etude.et.graph.EtException;

class GoalProperties {
    private static Path file;

    @BeforeContainer
    static void temporary() throws IOException {
        file = Files.createTempFile("goal", ".bin");
    }

    @AfterContainer
    static void clean() throws IOException {
        Files.deleteIfExists(file);
    }

    @Provide
    Arbitrary<GoalSchedule> schedules() {
        return GoalSamples.schedules();
    }

    @Provide
    Arbitrary<int[]> edits() {
        return Arbitraries.integers()
                .between(0, 1 << 20)
                .array(int[].class)
                .ofMinSize(2)
                .ofMaxSize(8);
    }

    @Property(tries = 200)
    void textComesBack(@ForAll("schedules") GoalSchedule schedule) {
        assertThat(GoalSamples.parse(GoalSamples.text(schedule))).isEqualTo(schedule);
    }

    @Property(tries = 200)
    void binaryComesBack(@ForAll("schedules") GoalSchedule schedule) throws IOException {
        Files.write(file, GoalSamples.binary(schedule));
        assertThat(GoalBinaryReader.read(file)).isEqualTo(schedule);
    }

    @Property(tries = 300)
    void anyTextIsReadOrRefused(@ForAll("edits") int[] edits) {
        bothOutcomesOccur();
        byte[] text = edited(GoalSamples.PING.getBytes(StandardCharsets.US_ASCII), edits, 128);
        try {
            GoalSamples.parse(text);
            Statistics.label("outcome").collect("read");
        } catch (EtException e) {
            Statistics.label("outcome").collect("refused");
            assertThat(e).hasMessageStartingWith("job.goal: line ");
        }
    }

    @Property(tries = 300)
    void anyBinaryIsReadOrRefused(@ForAll("edits") int[] edits) throws IOException {
        bothOutcomesOccur();
        Files.write(file, edited(GoalSamples.pingBinary(), edits, 256));
        try {
            GoalBinaryReader.read(file);
            Statistics.label("outcome").collect("read");
        } catch (EtException e) {
            Statistics.label("outcome").collect("refused");
            assertThat(e).hasMessageContaining(": byte ");
        }
    }

    private static void bothOutcomesOccur() {
        Statistics.label("outcome").coverage(outcomes -> {
            outcomes.check("read").count(count -> count > 0);
            outcomes.check("refused").count(count -> count > 0);
        });
    }

    private static byte[] edited(byte[] bytes, int[] edits, int values) {
        for (int k = 0; k + 1 < edits.length; k += 2) {
            bytes[edits[k] % bytes.length] = (byte) (edits[k + 1] % values);
        }
        return bytes;
    }
}
