// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command that reads files, with one of them damaged: it ends, with a result or with one error that names the file,
 * and leaves nothing half-written. The directory's name has blanks and letters beyond ASCII.
 */
class CommandFuzzTest {
    private static final int MANY = 12;
    /** A file in this state cannot be taken for another one. */
    private static final Set<FileDamage> UNUSABLE = EnumSet.of(
            FileDamage.EMPTY,
            FileDamage.NOISE,
            FileDamage.COMPRESSED_AND_CUT_OFF,
            FileDamage.MISSING,
            FileDamage.A_DIRECTORY,
            FileDamage.A_LINK_TO_ITSELF);

    @TempDir
    private Path temp;

    static Stream<CommandSample> samples() {
        return CommandSample.all();
    }

    /** The time limit is far beyond what the slowest needs; it ends a test that would otherwise never end. */
    @ParameterizedTest
    @MethodSource("samples")
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void eachDamageOnce(CommandSample sample) throws IOException {
        damage(sample, 1, (change, round) -> sample.meets(change));
    }

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("samples")
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void eachDamageOften(CommandSample sample) throws IOException {
        damage(sample, MANY, (change, round) -> round > 0 || !sample.meets(change));
    }

    /** Which damages a sample meets, by their number and how often it has met them. */
    @FunctionalInterface
    private interface Meeting {
        boolean takesPlace(int change, int round);
    }

    private void damage(CommandSample sample, int rounds, Meeting meeting) throws IOException {
        Path clean = Files.createDirectories(temp.resolve("clean/in \u00e9\u8bad 1"));
        sample.files().write(clean);
        List<String> files = TestShell.files(clean);
        TestShell sound = TestShell.run(sample.command(clean, temp.resolve("sound")));
        assertThat(sound.code()).as("%s: %s", sample, sound.err()).isIn(ExitCode.OK, ExitCode.FINDINGS);
        for (FileDamage damage : FileDamage.values()) {
            for (int round = 0; round < rounds; round++) {
                if (!meeting.takesPlace(damage.ordinal(), round)) {
                    continue;
                }
                Random random = new Random(sample.name().hashCode() * 31L + damage.ordinal() * 1_000L + round);
                Path home = temp.resolve("case");
                Path in = home.resolve(clean.getFileName());
                copy(clean, in);
                String file = files.get(random.nextInt(files.size()));
                damage.to(in.resolve(file), random);
                List<String> before = all(in);
                TestShell shell = TestShell.run(sample.command(in, home.resolve("out")));
                String label = sample + ", " + damage + " " + round + " of " + file + ": " + shell;
                check(shell, label);
                if (UNUSABLE.contains(damage) && shell.code() == ExitCode.FAILED) {
                    assertThat(shell.err()).as(label).containsPattern("\u00e9\u8bad 1|rank|host");
                }
                assertThat(all(in)).as(label).isEqualTo(before);
                assertThat(all(home)).as(label).noneMatch(name -> name.matches("(.*/)?\\.[^/]*part[^/]*"));
                delete(home);
            }
        }
    }

    private static void check(TestShell shell, String label) {
        assertThat(shell.code()).as(label).isIn(ExitCode.OK, ExitCode.FAILED, ExitCode.FINDINGS);
        assertThat(shell.err())
                .as(label)
                .doesNotContain("Exception", "\tat ", "java.")
                .doesNotContainPattern("[\\p{Cc}&&[^\n\t]]");
        if (shell.code() == ExitCode.FAILED) {
            assertThat(shell.err()).as(label).contains("etude: ");
            assertThat(shell.err().lines()).as(label).allMatch(line -> line.length() <= 2_100);
        }
    }

    private static List<String> all(Path dir) throws IOException {
        try (Stream<Path> files = Files.walk(dir)) {
            return files.map(file -> dir.relativize(file).toString()).sorted().toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, LinkOption.NOFOLLOW_LINKS);
            }
        }
    }

    private static void delete(Path dir) throws IOException {
        Files.walkFileTree(dir, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path at, IOException failure) throws IOException {
                Files.delete(at);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
