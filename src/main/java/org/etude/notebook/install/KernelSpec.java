// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.notebook.ipynb.NotebookFile;
import org.etude.report.IoReason;

/**
 * An installed kernelspec.
 *
 * @param directory the directory that contains {@code kernel.json}
 * @param displayName the kernel's name in Jupyter
 * @param argv the command that starts it, including {@code {connection_file}}
 */
public record KernelSpec(Path directory, String displayName, List<String> argv) {
    /** The name of the directory, by which Jupyter and notebooks refer to the kernel. */
    public static final String NAME = "etude";

    static final String FILE = "kernel.json";
    static final String RESOURCES = "/org/etude/kernel/";

    /**
     * Starts a program with the temporary directory of the environment, which Java ignores. A kernelspec cannot contain
     * that directory: it depends on the process that starts the kernel.
     */
    private static final String WITH_TMPDIR =
            "if [ -d \"${TMPDIR:-}\" ]; then exec \"$0\" \"-Djava.io.tmpdir=$TMPDIR\" \"$@\"; fi; exec \"$0\" \"$@\"";

    private static final List<String> SHELL = List.of("/bin/sh", "-c", WITH_TMPDIR);
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String MAIN_CLASS = "org.etude.notebook.kernel.KernelMain";

    /**
     * Reads the kernelspec of a directory; empty when there is none, or when it belongs to another program.
     *
     * @throws InstallException when it cannot be read
     */
    static Optional<KernelSpec> in(Path directory) {
        Path file = directory.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(directory, Files.readString(file)))
                    .filter(spec -> spec.argv().contains(MAIN_CLASS));
        } catch (JsonProcessingException e) {
            throw new InstallException(
                    file + ": is not JSON:  " + e.getOriginalMessage(), "Write it again: etude kernel install.", e);
        } catch (IOException e) {
            throw new InstallException(file + ": cannot be read: " + IoReason.of(e), "Make it readable.", e);
        }
    }

    /** Parses the text of {@code kernel.json}. */
    static KernelSpec of(Path directory, String json) throws JsonProcessingException {
        JsonNode tree = MAPPER.readTree(json);
        List<String> argv = new ArrayList<>();
        tree.path("argv").forEach(part -> argv.add(part.asText()));
        return new KernelSpec(directory, tree.path("display_name").asText(NAME), List.copyOf(argv));
    }

    /** The text of {@code kernel.json} for a host's JDK and a jar. */
    static String text(Host host, List<String> options, Path jar) throws IOException {
        Map<String, Object> tree = new LinkedHashMap<>();
        try (InputStream template = KernelSpec.class.getResourceAsStream(RESOURCES + FILE)) {
            MAPPER.readTree(new String(template.readAllBytes(), StandardCharsets.UTF_8))
                    .fields()
                    .forEachRemaining(
                            field -> tree.put(field.getKey(), MAPPER.convertValue(field.getValue(), Object.class)));
        }
        List<String> argv = new ArrayList<>();
        for (Object part : (List<?>) tree.get("argv")) {
            switch (part.toString()) {
                case "@JAVA@" -> {
                    argv.addAll(host.os() == Host.Os.WINDOWS ? List.of() : SHELL);
                    argv.add(host.java().toString());
                }
                case "@OPTIONS@" -> argv.addAll(options);
                case "@JAR@" -> argv.add(jar.toString());
                default -> argv.add(part.toString());
            }
        }
        tree.put("argv", argv);
        return NotebookFile.json(tree) + "\n";
    }

    /** The command for one connection file. */
    List<String> command(Path connectionFile) {
        return argv.stream()
                .map(part -> part.replace("{connection_file}", connectionFile.toString())
                        .replace("{resource_dir}", directory.toString()))
                .toList();
    }

    /** The {@code java} executable that runs it. */
    public Path java() {
        boolean behind =
                argv.size() > SHELL.size() && argv.subList(0, SHELL.size()).equals(SHELL);
        return Path.of(argv.get(behind ? SHELL.size() : 0));
    }

    /** The jar it runs. */
    public Path jar() {
        return Path.of(argv.get(argv.indexOf(MAIN_CLASS) - 1));
    }

    /** The class-data archive, if it has one. */
    public Optional<Path> archive() {
        return argv.stream()
                .filter(part -> part.startsWith(ClassArchive.SHARED) || part.startsWith(ClassArchive.AHEAD))
                .map(part -> Path.of(part.substring(part.indexOf('=') + 1)))
                .findFirst();
    }

    /** The missing files; empty when it can start. */
    public List<Path> missing() {
        List<Path> missing = new ArrayList<>(List.of(java(), jar()));
        archive().ifPresent(missing::add);
        missing.removeIf(Files::exists);
        return missing;
    }
}
