// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.etude.notebook.install.Host.Os;
import org.etude.notebook.install.KernelInstaller.Installed;
import org.etude.report.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelInstallerTest {
    @TempDir
    Path temp;

    @Test
    void aKernelspecHoldsAllItNeeds() throws IOException {
        Path kernels = temp.resolve("data/kernels");
        Installed installed = install(kernels, packaged("1"));
        Path spec = kernels.resolve("etude");
        assertThat(installed.archived()).isFalse();
        assertThat(installed.written()).allSatisfy(file -> assertThat(file).exists());
        assertThat(installed.written().stream()
                        .map(f -> spec.relativize(f).toString().replaceAll("app-.*", "app")))
                .containsExactly(
                        "app",
                        "logo-svg.svg",
                        "logo-64x64.png",
                        "logo-32x32.png",
                        "plotly.min.js",
                        "plotly.LICENSE",
                        "kernel.json");
        Path app = installed.written().get(0);
        assertThat(app.resolve("etude.jar")).exists();
        assertThat(app.resolve("lib/some library.jar")).exists();
        try (Stream<Path> all = Files.list(spec)) {
            assertThat(all.map(f -> f.getFileName().toString()).filter(name -> name.startsWith(".")))
                    .isEmpty();
        }
    }

    @Test
    void kernelJsonStartsThisJavaWithOneJar() throws IOException {
        Installed installed = install(temp, packaged("1"));
        JsonNode json =
                new ObjectMapper().readTree(temp.resolve("etude/kernel.json").toFile());
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly("argv", "display_name", "env", "interrupt_mode", "language", "metadata");
        assertThat(json.path("interrupt_mode").asText()).isEqualTo("message");
        assertThat(json.path("language").asText()).isEqualTo("java");
        assertThat(json.path("display_name").asText()).isEqualTo("Etude (Java)");
        List<String> argv = installed.spec().argv();
        assertThat(installed.spec().java()).isEqualTo(Path.of(System.getProperty("java.home"), "bin", "java"));
        assertThat(argv)
                .endsWith(
                        "-cp",
                        installed.spec().jar().toString(),
                        "org.etude.notebook.kernel.KernelMain",
                        "{connection_file}");
        assertThat(argv).contains("-XX:MaxRAMPercentage=60").noneMatch(part -> part.startsWith("@"));
        assertThat(installed.spec().command(Path.of("/c 1.json"))).endsWith("/c 1.json");
        assertThat(installed.spec().missing()).isEmpty();
    }

    @Test
    void theTemporaryDirectoryIsThatOfTheProcessThatStartsTheKernel() throws Exception {
        Path java = Files.createDirectories(temp.resolve("a jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nfor a in \"$@\"; do echo \"[$a]\"; done\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        KernelSpec spec = spec(Os.LINUX, temp.resolve("a jdk"));
        assertThat(spec.java()).isEqualTo(java);
        Path own = Files.createDirectories(temp.resolve("my own"));
        assertThat(started(spec, own.toString()))
                .startsWith("[-Djava.io.tmpdir=" + own + "]\n[-Xmx1g]\n[-cp]\n")
                .endsWith("[/c 1.json]\n");
        for (String none : List.of("", own.resolve("none").toString())) {
            assertThat(started(spec, none)).startsWith("[-Xmx1g]\n[-cp]\n").endsWith("[/c 1.json]\n");
        }
        assertThat(spec(Os.WINDOWS, temp).argv().get(0))
                .isEqualTo(temp.resolve("bin").resolve("java.exe").toString());
    }

    private KernelSpec spec(Os os, Path jdk) throws IOException {
        Host host = new Host(os, temp, Map.of(), jdk, "17.0.15");
        return KernelSpec.of(temp, KernelSpec.text(host, List.of("-Xmx1g"), temp.resolve("etude.jar")));
    }

    private static String started(KernelSpec spec, String temporary) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(spec.command(Path.of("/c 1.json")));
        builder.environment().put("TMPDIR", temporary);
        Process process = builder.redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void newJdksGetTheirOptions() {
        List<String> old = new ClassArchive(host("17.0.15")).options(temp);
        assertThat(old).doesNotContain("--sun-misc-unsafe-memory-access=allow");
        assertThat(new ClassArchive(host("25.0.3+9-LTS")).options(temp))
                .contains("--sun-misc-unsafe-memory-access=allow");
        assertThat(new ClassArchive(host("17.0.15")).file(temp)).isEqualTo(temp.resolve("classes-17.0.15.jsa"));
        assertThat(new ClassArchive(host("25-ea+1")).file(temp)).isEqualTo(temp.resolve("classes-25-ea_1.aot"));
    }

    @Test
    void anArchiveThatIsThereIsUsed() throws IOException {
        Files.writeString(temp.resolve("classes-17.0.15.jsa"), "");
        Files.writeString(temp.resolve("classes-25.0.3.aot"), "");
        assertThat(new ClassArchive(host("17.0.15")).options(temp))
                .containsSubsequence("-XX:SharedArchiveFile=" + temp.resolve("classes-17.0.15.jsa"), "-Xlog:disable");
        assertThat(new ClassArchive(host("25.0.3")).options(temp))
                .contains("-XX:AOTCache=" + temp.resolve("classes-25.0.3.aot"))
                .noneMatch(option -> option.startsWith("-Xshare")); // the JVM refuses both together
    }

    @Test
    void whereNoKernelCanBeRunThereIsNoArchiveAndNoError() throws IOException {
        Host broken = new Host(Os.LINUX, temp, Map.of(), temp.resolve("no-jdk"), "17.0.15");
        Installed installed = new KernelInstaller(broken, packaged("1"), temp).install(temp, true, Progress.NONE);
        assertThat(installed.archived()).isFalse();
        assertThat(installed.spec().archive()).isEmpty();
        assertThat(installed.spec().missing()).containsExactly(temp.resolve("no-jdk/bin/java"));
    }

    @Test
    void theRecordingOfTheWarmUpComesAlong() throws IOException {
        Path recording = Files.createDirectories(temp.resolve("recording"));
        Files.writeString(recording.resolve("host_0.json"), "{}");
        Files.createDirectories(recording.resolve("below"));
        Installed installed = new KernelInstaller(Host.current(), packaged("1"), recording)
                .install(temp.resolve("kernels"), false, Progress.NONE);
        Path copy = installed.spec().jar().resolveSibling("recording");
        assertThat(installed.spec().argv()).contains("-Detude.warm.up=" + copy);
        try (Stream<Path> files = Files.list(copy)) {
            assertThat(files).containsExactly(copy.resolve("host_0.json"));
        }
        Path none = temp.resolve("none");
        assertThat(new KernelInstaller(Host.current(), packaged("2"), none)
                        .install(temp.resolve("kernels"), false, Progress.NONE)
                        .spec()
                        .argv())
                .noneMatch(option -> option.contains("warm.up"));
    }

    @Test
    void installingAgainKeepsTheProgramBeforeAndDropsOlderOnes() throws IOException {
        Path first = install(temp, packaged("1")).spec().jar().getParent();
        Installed again = install(temp, packaged("1"));
        assertThat(again.spec().jar()).hasParentRaw(first);
        assertThat(again.written()).doesNotContain(first);
        Path second = install(temp, packaged("2")).spec().jar().getParent();
        assertThat(second).isNotEqualTo(first);
        assertThat(first).exists();
        Path third = install(temp, packaged("3")).spec().jar().getParent();
        assertThat(first).doesNotExist();
        assertThat(List.of(second, third)).allSatisfy(app -> assertThat(app).isDirectory());
    }

    @Test
    void severalMayInstallAtOnce() throws Exception {
        String program = packaged("1");
        CyclicBarrier together = new CyclicBarrier(6);
        List<FutureTask<Installed>> installs = new ArrayList<>();
        for (int i = 0; i < together.getParties(); i++) {
            FutureTask<Installed> install = new FutureTask<>(() -> {
                together.await();
                return install(temp, program);
            });
            installs.add(install);
            new Thread(install).start();
        }
        Set<KernelSpec> specs = new HashSet<>();
        for (FutureTask<Installed> install : installs) {
            specs.add(install.get().spec());
        }
        assertThat(specs).hasSize(1).allSatisfy(spec -> assertThat(spec.missing())
                .isEmpty());
        try (Stream<Path> all = Files.list(temp.resolve("etude"))) {
            assertThat(all.map(f -> f.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("."))
                    .filteredOn(name -> name.startsWith("app-"))
                    .hasSize(1);
        }
    }

    @Test
    void aBrokenKernelJsonIsReplaced() throws IOException {
        Files.createDirectories(temp.resolve("etude"));
        Files.writeString(temp.resolve("etude/kernel.json"), "{");
        assertThatThrownBy(() -> KernelInstaller.list(List.of(temp)))
                .isInstanceOf(InstallException.class)
                .hasMessageContaining("kernel.json: is not JSON");
        assertThat(install(temp, packaged("1")).spec().missing()).isEmpty();
    }

    @Test
    void uninstallingTakesOursAndLeavesOthers() throws IOException {
        assertThat(KernelInstaller.uninstall(temp)).isEmpty();
        install(temp, packaged("1"));
        assertThat(KernelInstaller.list(List.of(temp.resolve("none"), temp))).hasSize(1);
        assertThat(KernelInstaller.uninstall(temp)).contains(temp.resolve("etude"));
        assertThat(temp.resolve("etude")).doesNotExist();
        Files.createDirectories(temp.resolve("etude"));
        Files.writeString(temp.resolve("etude/kernel.json"), "{\"argv\":[\"python\"]}");
        assertThat(KernelInstaller.uninstall(temp)).isEmpty();
        assertThat(temp.resolve("etude/kernel.json")).exists();
    }

    @Test
    void anUnwritablePlaceIsSaidWithAWayOut() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "");
        assertThatThrownBy(() -> install(file, packaged("1")))
                .isInstanceOf(InstallException.class)
                .hasMessageStartingWith(file.resolve("etude") + ": cannot be written")
                .hasMessageContaining("--prefix DIR");
    }

    @Test
    void classesThatAreNotPackagedAreMadeAJarWithItsLibraries() throws Exception {
        Path classes = Files.createDirectories(temp.resolve("classes/a"));
        Files.writeString(classes.resolve("b.txt"), "content");
        Path library = jar(temp.resolve("lib one.jar"), null, "inside.txt", "library");
        ProgramFiles program = ProgramFiles.of(temp.resolve("classes")
                + File.pathSeparator
                + library
                + File.pathSeparator
                + temp.resolve("missing.jar"));
        String hash = program.hash();
        program.copyTo(Files.createDirectories(temp.resolve("app")));
        assertThat(hash).matches("[0-9a-f]{12}").isEqualTo(program.hash());
        Files.writeString(classes.resolve("b.txt"), "changed");
        assertThat(program.hash()).isNotEqualTo(hash);
        URL jar = temp.resolve("app/etude.jar").toUri().toURL();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar}, null)) {
            assertThat(loader.getResourceAsStream("a/b.txt")).hasContent("content");
            assertThat(loader.getResourceAsStream("inside.txt")).hasContent("library");
        }
    }

    private Installed install(Path kernels, String classPath) {
        return new KernelInstaller(Host.current(), classPath, temp).install(kernels, false, Progress.NONE);
    }

    private Host host(String version) {
        return new Host(Os.LINUX, temp, Map.of(), temp, version);
    }

    /** What Maven makes: a jar whose manifest names the library next to it. */
    private String packaged(String content) throws IOException {
        Path target = Files.createDirectories(temp.resolve("target " + content));
        Files.createDirectories(target.resolve("lib"));
        jar(target.resolve("lib/some library.jar"), null, "x", "library");
        return jar(target.resolve("etude.jar"), "lib/some%20library.jar lib/absent.jar", "y", content)
                .toString();
    }

    private static Path jar(Path file, String classPath, String entry, String content) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (classPath != null) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        }
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        manifest.write(head);
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out)) {
            write(jar, JarFile.MANIFEST_NAME, head.toByteArray());
            write(jar, entry, content.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    /** Always with the same time, so that the same content makes the same jar. */
    private static void write(JarOutputStream jar, String name, byte... content) throws IOException {
        JarEntry entry = new JarEntry(name);
        entry.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
        jar.putNextEntry(entry);
        jar.write(content);
        jar.closeEntry();
    }
}
