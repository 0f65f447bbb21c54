// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher {@code ./etude}, run with stand-ins for Maven and Java that write down how they were called. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class LauncherTest {

    /** What one launch did. */
    private record Launch(int status, String out, String err) {}

    private static final String MAVEN = """
            #!/bin/sh
            echo "$*" >>"$LOG/mvn"
            sleep ${MAVEN_SECONDS:-0}
            mkdir -p target/lib
            echo library >target/lib/some.jar
            echo program >target/etude.jar
            echo "[INFO] --- maven-compiler-plugin:3.14.1:compile (default-compile) @ etude ---"
            if [ "${MAVEN_STATUS:-0}" = 0 ]; then echo "[INFO] BUILD SUCCESS"; else
                for i in 1 2; do printf '\\033[1m[ERROR]\\033[m A.java:[3,1] it does not compile\n'; done
                echo "[ERROR] Failed to execute goal maven-compiler-plugin:3.14.1:compile (default-compile): Compilation failure"
                echo "[ERROR] [Help 1] http://nowhere"
            fi
            exit "${MAVEN_STATUS:-0}"
            """;
    private static final String JAVA = """
            #!/bin/sh
            case " $* " in
                *--list-modules*)
                    for m in java.desktop java.logging java.management java.xml $COMPILER jdk.jshell jdk.unsupported; do
                        echo "$m@21"
                    done ;;
                *" -version "*)
                    echo "openjdk version \\"${FAKE_VERSION:-21.0.4}\\"" >&2
                    echo "    java.home = /somewhere" >&2 ;;
                *ArchiveClassesAtExit*|*AOTCacheOutput*) echo archive >>"$LOG/archive" ;;
                *)
                    if [ -n "${SHOW_LOCALE:-}" ]; then echo "LC_ALL=${LC_ALL:-}"; fi
                    for a in "$@"; do echo "[$a]"; done
                    exit "${FAKE_STATUS:-0}" ;;
            esac
            """;

    @TempDir
    Path temp;

    private Path home;
    private Path bin;
    private Path log;
    private String path;

    @BeforeEach
    void layOutACheckout() throws IOException {
        home = Files.createDirectories(temp.resolve("a check out"));
        bin = Files.createDirectories(temp.resolve("bin"));
        log = Files.createDirectories(temp.resolve("log"));
        Files.createDirectories(home.resolve("src/main/java"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        Files.writeString(home.resolve("src/main/java/A.java"), "class A {}");
        Files.copy(Path.of("etude"), home.resolve("etude"), StandardCopyOption.COPY_ATTRIBUTES);
        path = bin + ":/usr/bin:/bin";
        program("mvn", MAVEN);
        program("java", JAVA);
    }

    @Test
    void buildsOnceThenIsQuietAndPassesArgumentsAndStatus() throws Exception {
        Launch first = launch(List.of("run", "my traces", "", "--x=*"), "FAKE_STATUS=7");
        assertThat(first.err())
                .isEqualTo("etude: building, once; the first time Maven downloads the libraries (60 MB),"
                        + " which takes a minute or two\netude: compiling\n");
        assertThat(first.status()).isEqualTo(7);
        assertThat(first.out()).endsWith("/target/launch/etude.jar]\n[run]\n[my traces]\n[]\n[--x=*]\n");

        Launch second = launch(List.of("--version"));
        assertThat(second.err()).isEmpty();
        assertThat(second.status()).isZero();
        assertThat(builds()).containsExactly("-B -Dstyle.color=never -Dmaven.test.skip=true package");
        assertThat(log.resolve("archive")).hasContent("archive");
        assertThat(home.resolve("target/launch/lib/some.jar")).hasContent("library");
    }

    @Test
    void buildsAgainWhenASourceOrThePomIsNewer() throws Exception {
        launch(List.of());
        touchLater(home.resolve("src/main/java/A.java"));
        assertThat(launch(List.of()).err()).contains("building");
        Files.setLastModifiedTime(home.resolve("src/main/java/A.java"), FileTime.from(Instant.EPOCH));
        assertThat(launch(List.of()).err()).isEmpty();
        touchLater(home.resolve("pom.xml"));
        assertThat(launch(List.of()).err()).contains("building");
        assertThat(builds()).hasSize(3);
    }

    /** The JVM passes over an archive of jars at other paths, in silence. */
    @Test
    void aClonesArchiveIsMadeAgainWhereItWasMovedTo() throws Exception {
        launch(List.of());
        assertThat(log.resolve("archive")).hasContent("archive");
        home = Files.move(home, temp.resolve("moved, with  blanks\\"));
        assertThat(launch(List.of()).err()).isEmpty();
        assertThat(log.resolve("archive")).hasContent("archive\narchive");
        launch(List.of());
        assertThat(log.resolve("archive")).hasContent("archive\narchive");
        assertThat(builds()).hasSize(1);
    }

    /** A JVM would print a stack trace, on standard output. */
    @Test
    void aRemovedDirectoryIsNamed() throws Exception {
        launch(List.of());
        Path removed = temp.resolve("removed");
        program(
                "in-removed",
                "#!/bin/sh\nmkdir '" + removed + "'\ncd '" + removed + "'\nrmdir '" + removed + "'\nexec '"
                        + home.resolve("etude") + "' --version\n");
        Launch launch = finish(start(bin.resolve("in-removed"), List.of(), home));
        assertThat(launch.status()).isEqualTo(69);
        assertThat(launch.out()).isEmpty();
        assertThat(launch.err())
                .endsWith("etude: the current directory has been removed, and a JVM cannot start in it;"
                        + " go to another (cd)\n");
    }

    @Test
    void aClusterHasItsClassPathBeforeEtudesOwn() throws Exception {
        Path spark = Files.createDirectories(home.resolve("spark/target"));
        List<String> sweep = List.of("sweep", "x", "--on", "local[2]");
        assertThat(launch(sweep).out()).contains("[-jar]").doesNotContain("spark");
        Files.createFile(spark.resolve("etude-spark.jar"));
        String own = spark.toRealPath().toString();
        assertThat(launch(sweep).out())
                .contains("[--add-opens=java.base/java.nio=ALL-UNNAMED]")
                .contains("[-cp]\n[" + own + "/dist/jars/*:" + own + "/etude-spark.jar:")
                .endsWith("]\n[org.etude.cli.Main]\n[sweep]\n[x]\n[--on]\n[local[2]]\n");
        assertThat(launch(List.of("sweep", "x")).out()).contains("[-jar]").doesNotContain("spark");

        Path other = Files.createDirectories(temp.resolve("another clone/spark/target"));
        Launch none = launch(sweep, "ETUDE_SPARK=" + other);
        assertThat(none.status()).isEqualTo(69);
        assertThat(none.err()).startsWith("etude: ETUDE_SPARK is " + other + ", but no etude-spark.jar is there;");
        Files.createFile(other.resolve("etude-spark.jar"));
        assertThat(launch(List.of("convert", "x", "--on=local[2]"), "ETUDE_SPARK=" + other)
                        .out())
                .contains("[-cp]\n[" + other + "/dist/jars/*:" + other + "/etude-spark.jar:");
    }

    @Test
    void isFoundThroughSymbolicLinksFromAnywhere() throws Exception {
        Path relative = Files.createSymbolicLink(home.resolve("again"), Path.of("etude"));
        Path link = Files.createSymbolicLink(temp.resolve("bin/study"), relative);
        Launch launch = finish(start(link, List.of("demo"), temp));
        assertThat(launch.out())
                .contains("[-Detude.home=" + home.toRealPath() + "]")
                .endsWith("[demo]\n");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLocaleOfAsciiAloneBecomesOneThatCanNameEveryFile() throws Exception {
        launch(List.of());
        Map<String, String> locales = Map.of(
                "LC_ALL=C", "C.UTF-8", "LC_ALL=POSIX", "C.UTF-8", "LANG=C", "C.UTF-8", "LC_ALL=C.utf8", "C.utf8");
        for (String setting : locales.keySet()) {
            assertThat(launch(List.of("demo"), "SHOW_LOCALE=1", setting).out())
                    .as(setting)
                    .startsWith("LC_ALL=" + locales.get(setting) + "\n");
        }
    }

    @Test
    void twoLaunchesAtOnceBuildOnce() throws Exception {
        List<Process> launches = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            launches.add(start(home.resolve("etude"), List.of("n" + i), home, "MAVEN_SECONDS=0.2"));
        }
        for (int i = 0; i < 4; i++) {
            Launch launch = finish(launches.get(i));
            assertThat(launch.status()).isZero();
            assertThat(launch.out()).endsWith("[n" + i + "]\n");
        }
        assertThat(builds()).hasSize(1);
        assertThat(home.resolve("target/launch.lock")).doesNotExist();
    }

    @Test
    void takesAwayTheLockOfALaunchThatDied() throws Exception {
        Process dead = new ProcessBuilder("sh", "-c", "exit 0").start();
        dead.waitFor();
        Path lock = Files.createDirectories(home.resolve("target/launch.lock"));
        String host = finish(new ProcessBuilder("uname", "-n").start()).out().strip();
        Files.writeString(lock.resolve("holder"), dead.pid() + " " + host + "\n");
        assertThat(launch(List.of("demo")).out()).endsWith("[demo]\n");
        assertThat(lock).doesNotExist();
    }

    @Test
    void aFailedBuildSaysSoAndIsTriedAgain() throws Exception {
        Launch failed = launch(List.of(), "MAVEN_STATUS=1");
        assertThat(failed.status()).isEqualTo(69);
        assertThat(failed.err())
                .contains("etude: compiling\n[ERROR] A.java:[3,1] it does not compile\n"
                        + "etude: the build failed; all that Maven said is in ")
                .doesNotContain("Help 1", "\033");
        assertThat(launch(List.of()).status()).isZero();
        assertThat(builds()).hasSize(2);
    }

    @Test
    void missingPartsGiveOneLineWithTheInstallLine() throws Exception {
        program("apt-get", "#!/bin/sh\n");
        program("apt-cache", "#!/bin/sh\necho '  Candidate: 21.0.4'\n");
        assertThat(launch(List.of(), "FAKE_VERSION=11.0.2").err())
                .isEqualTo("etude: " + bin.resolve("java") + " is Java 11.0.2; Etude needs 17 or newer: "
                        + "sudo apt-get install openjdk-21-jdk-headless (or set JAVA_HOME)\n");
        assertThat(launch(List.of(), "COMPILER=").err())
                .startsWith("etude: " + bin.resolve("java") + " lacks the module jdk.compiler")
                .hasLineCount(1);
        assertThat(launch(List.of(), "JAVA_HOME=/no/such/jdk").err())
                .startsWith("etude: JAVA_HOME is /no/such/jdk, but no bin/java is there.")
                .hasLineCount(1);
        Files.delete(bin.resolve("mvn"));
        onlyTheseOnThePath();
        Launch withoutMaven = launch(List.of());
        assertThat(withoutMaven.err())
                .isEqualTo("etude: Etude must be built and Maven is missing: sudo apt-get install maven\n");
        assertThat(withoutMaven.status()).isEqualTo(69);
        Files.delete(bin.resolve("java"));
        assertThat(launch(List.of()).err())
                .isEqualTo("etude: no Java found; Etude needs JDK 17 or newer: "
                        + "sudo apt-get install openjdk-21-jdk-headless\n");
    }

    @Test
    void userOptionsComeLastAndReplaceTheCollector() throws Exception {
        launch(List.of());
        assertThat(launch(List.of("demo"), "ETUDE_JAVA_OPTS=-Xmx3g -XX:+UseSerialGC")
                        .out())
                .doesNotContain("UseParallelGC")
                .contains("[-Xmx3g]\n[-XX:+UseSerialGC]\n[-jar]");
        assertThat(launch(List.of("demo"), "FAKE_VERSION=25").out())
                .contains("[-XX:+UseParallelGC]\n", "]\n[--sun-misc-unsafe-memory-access=allow]\n[-XX:AOTCache=");
    }

    /** A shard of a job array; the first variable that tells a number counts, as for the number of threads. */
    @Test
    void onOneCoreTheCollectorIsSerial() throws Exception {
        program("nproc", "#!/bin/sh\necho ${OMP_NUM_THREADS:-${CORES:-2}}\n");
        launch(List.of());
        collects("Serial", "demo", "SLURM_CPUS_PER_TASK=1", "NSLOTS=4");
        collects("Serial", "sweep", "SLURM_CPUS_PER_TASK=x", "NSLOTS=1");
        collects("Serial", "sweep", "LSB_DJOB_NUMPROC=1");
        collects("Serial", "sweep", "CORES=1");
        collects("Serial", "sweep", "CORES=1", "OMP_NUM_THREADS=4");
        collects("Serial", "sweep", "CORES=1", "SLURM_CPUS_PER_TASK=4");
        collects("Parallel", "sweep", "CORES=8", "OMP_NUM_THREADS=1");
        collects("Parallel", "sweep", "SLURM_CPUS_PER_TASK=4", "NSLOTS=1");
        collects("Parallel", "sweep", "SLURM_CPUS_PER_TASK=16");
        collects("Parallel", "sweep", "SLURM_CPUS_PER_TASK=0");
    }

    private void collects(String collector, String command, String... settings) throws Exception {
        assertThat(launch(List.of(command), settings).out())
                .as("%s with %s", command, List.of(settings))
                .containsOnlyOnce("[-XX:+Use")
                .contains("[-XX:+Use" + collector + "GC]\n");
    }

    /** In a real terminal: tables are fitted to the width that the launcher tells. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theWidthOfTheTerminalIsTold() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "nothing here makes a terminal");
        launch(List.of());
        ProcessBuilder terminal =
                new ProcessBuilder("/usr/bin/script", "-qec", "stty cols 87 && exec /bin/sh ./etude demo", "/dev/null");
        terminal.directory(home.toFile()).environment().clear();
        terminal.environment().put("PATH", path);
        terminal.environment().put("LOG", log.toString());
        assertThat(finish(terminal.start()).out()).contains("[-Detude.stdout.columns=87]");
        assertThat(launch(List.of("demo")).out()).contains("[-Detude.stdout.columns=0]");
    }

    /** Java passes TMPDIR over, and so fills /tmp where the user has named a larger disk. */
    @Test
    void theTemporaryDirectoryOfTheUserIsJavas() throws Exception {
        launch(List.of());
        Path large = Files.createDirectories(temp.resolve("a large disk"));
        assertThat(launch(List.of("demo"), "TMPDIR=" + large).out()).contains("[-Djava.io.tmpdir=" + large + "]\n");
        assertThat(launch(List.of("demo"), "TMPDIR=" + temp.resolve("gone")).out())
                .doesNotContain("tmpdir");
        assertThat(launch(List.of("demo"), "TMPDIR=" + large, "ETUDE_JAVA_OPTS=-Djava.io.tmpdir=/mine")
                        .out())
                .containsSubsequence("tmpdir=" + large, "tmpdir=/mine"); // the last one counts
    }

    /** Leaves only our stand-ins and the shell's own tools visible, as on a machine without Maven. */
    private void onlyTheseOnThePath() throws IOException {
        for (String tool : List.of(
                "readlink",
                "dirname",
                "basename",
                "sed",
                "head",
                "grep",
                "find",
                "mkdir",
                "cat",
                "rm",
                "mv",
                "cp",
                "uname",
                "sleep",
                "cmp",
                "rmdir")) {
            for (String directory : List.of("/bin", "/usr/bin")) {
                Path real = Path.of(directory, tool);
                if (Files.exists(real) && !Files.exists(bin.resolve(tool))) {
                    program(tool, "#!/bin/sh\nexec " + real + " \"$@\"\n");
                }
            }
        }
        path = bin.toString();
    }

    private void program(String name, String text) throws IOException {
        Path file = bin.resolve(name);
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private void touchLater(Path file) throws IOException {
        FileTime built = Files.getLastModifiedTime(home.resolve("target/launch/built"));
        Files.setLastModifiedTime(file, FileTime.fromMillis(built.toMillis() + 1000));
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(log.resolve("mvn"));
    }

    private Launch launch(List<String> arguments, String... settings) throws Exception {
        return finish(start(home.resolve("etude"), arguments, home, settings));
    }

    private Process start(Path launcher, List<String> arguments, Path directory, String... settings)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", launcher.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", path);
        builder.environment().put("LOG", log.toString());
        builder.environment().put("COMPILER", "jdk.compiler");
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            builder.environment().put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return builder.start();
    }

    private static Launch finish(Process process) throws Exception {
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Launch(process.exitValue(), out, err);
    }
}
