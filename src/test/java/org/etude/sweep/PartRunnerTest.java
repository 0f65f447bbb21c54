// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.etude.report.Progress;
import org.etude.report.Sha256;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartRunnerTest {
    @TempDir
    private Path dir;

    private record Job(String verb) implements ShardJob {}

    private record Item(int number) {}

    /** Two items, of which one has a file that changes while an item is made: its own or the other's, or none. */
    private record Work(int changing, AtomicInteger changes) implements ShardedWork {
        @Override
        public int items() {
            return 2;
        }

        @Override
        public String inputs() {
            return "same length";
        }

        @Override
        public String stamps() {
            return stamps(0) + ";" + stamps(1);
        }

        @Override
        public String stamps(int item) {
            return item + "=" + (item == changing ? changes.get() : 0);
        }

        @Override
        public String key(int item) {
            return Sha256.hex("item " + item);
        }

        @Override
        public Record make(int item) {
            changes.incrementAndGet();
            return new Item(item);
        }

        @Override
        public ShardJob job() {
            return new Job("test");
        }
    }

    private void run(int changing) {
        Work work = new Work(changing, new AtomicInteger());
        new PartRunner(work, new Shard(0, 2), dir).run(1, "1", Progress.NONE);
    }

    private long kept() throws IOException {
        try (Stream<Path> files = Files.walk(dir)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.startsWith(dir.resolve("items")))
                    .count();
        }
    }

    @Test
    void whatStaysAsItIsMakesAPart() throws IOException {
        run(2);
        assertThat(kept()).isEqualTo(1);
        assertThat(ShardRecord.read(ShardRecord.directory(dir, new Shard(0, 2))).stamps())
                .isEqualTo("0=0;1=0");
    }

    @Test
    void anItemWhoseFilesChangeIsNotKept() throws IOException {
        refused(0);
        assertThat(kept()).isZero();
    }

    /** Its stamps at the end would be those of another part that reads the changed files. */
    @Test
    void aPartIsNotCompleteWhenFilesOfOthersChange() throws IOException {
        refused(1);
        assertThat(kept()).isEqualTo(1);
    }

    private void refused(int changing) {
        assertThatThrownBy(() -> run(changing))
                .isInstanceOf(SweepException.class)
                .hasMessageContaining("the files were changed while shard 0 of 2 read them");
        assertThat(ShardRecord.directory(dir, new Shard(0, 2)).resolve(ShardRecord.FILE))
                .doesNotExist();
    }
}
