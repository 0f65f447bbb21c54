// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/architecture.md lists all packages and docs/classes.md all classes of the large ones. With {@code -Detude.update=true}
 * the second page is written anew from the first sentences of the classes' Javadoc.
 */
class ArchitecturePageTest {
    private static final Path SOURCES = Path.of("src", "main", "java", "org", "etude");
    private static final Path ROOMS = Path.of("docs", "architecture.md");
    private static final Path CLASSES = Path.of("docs", "classes.md");
    private static final int LARGE = 24;

    private static final String HEAD = """
            # Classes of the large packages

            One table per package of %d files or more; [architecture.md](architecture.md) and each `package-info.java` describe the
            others. The descriptions are the first sentences of the classes' Javadoc. After a change, write this page anew:

                mvn -o -Dtest=ArchitecturePageTest -Detude.update=true -Dsurefire.failIfNoSpecifiedTests=false test
            """;

    @Test
    void everyPackageIsInTheTableOfRoomsAndEveryRoomExists() throws IOException {
        List<String> rooms = new ArrayList<>();
        for (String line : Files.readAllLines(ROOMS)) {
            if (line.startsWith("| `")) {
                Matcher names = Pattern.compile("`([\\w.{},*]+)`").matcher(line.split("\\|")[1]);
                while (names.find()) {
                    rooms.addAll(expanded(names.group(1)));
                }
            }
        }
        TreeSet<String> packages = new TreeSet<>(packages().keySet());
        assertThat(rooms).doesNotHaveDuplicates().allSatisfy(room -> assertThat(packages)
                .as("a package for %s", room)
                .anyMatch(name -> matches(room, name)));
        assertThat(packages)
                .allSatisfy(name ->
                        assertThat(rooms).as("a row of the table for %s", name).anyMatch(room -> matches(room, name)));
    }

    @Test
    void everyClassOfALargePackageIsListed() throws IOException {
        Map<String, List<Path>> large = new TreeMap<>(packages());
        large.values().removeIf(files -> files.size() < LARGE);
        if (Boolean.getBoolean("etude.update")) {
            Files.writeString(CLASSES, page(large));
        }
        Map<String, List<String>> listed = new TreeMap<>();
        List<String> current = null;
        for (String line : Files.readAllLines(CLASSES)) {
            if (line.startsWith("## ")) {
                current = listed.computeIfAbsent(
                        line.substring(3).replace("`", "").replace("org.etude", ""), name -> new ArrayList<>());
            } else if (line.startsWith("| `") && current != null) {
                current.add(line.split("`")[1]);
            }
        }
        assertThat(listed.keySet()).isEqualTo(large.keySet());
        listed.forEach((name, classes) -> assertThat(classes)
                .as("classes of %s in %s", name, CLASSES)
                .containsExactlyElementsOf(large.get(name).stream()
                        .map(ArchitecturePageTest::simpleName)
                        .toList()));
    }

    /** "a.{b,c}" as "a.b" and "a.c". */
    private static List<String> expanded(String name) {
        Matcher braces = Pattern.compile("(.*)\\{(.*)\\}(.*)").matcher(name);
        return braces.matches()
                ? Stream.of(braces.group(2).split(","))
                        .map(each -> braces.group(1) + each + braces.group(3))
                        .toList()
                : List.of(name);
    }

    /** A star is any name; at the end also none. */
    private static boolean matches(String room, String name) {
        if (room.endsWith(".*")) {
            String folder = room.substring(0, room.length() - 2);
            return name.equals(folder) || name.startsWith(folder + '.');
        }
        return name.matches(
                room.equals("org.etude") ? "" : room.replace(".", "\\.").replace("*", "[a-z]+"));
    }

    private static String page(Map<String, List<Path>> packages) {
        StringBuilder page = new StringBuilder(HEAD.formatted(LARGE));
        packages.forEach((name, files) -> {
            page.append("\n## `")
                    .append(name.isEmpty() ? "org.etude" : name)
                    .append("`\n\n| class | what it is |\n|---|---|\n");
            files.forEach(file -> page.append("| `")
                    .append(simpleName(file))
                    .append("` | ")
                    .append(job(file))
                    .append(" |\n"));
        });
        return page.toString();
    }

    /** The first sentence of the Javadoc before the type, without tags. */
    private static String job(Path file) {
        Matcher doc;
        try {
            doc = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL).matcher(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!doc.find()) {
            return "";
        }
        String text = doc.group(1)
                .replaceAll("(?m)^\\s*\\*", " ")
                .replaceAll("\\{@(?:code|link|linkplain) ([^}]*)\\}", "$1")
                .replaceAll("<[^>]+>", "")
                .replaceAll("\\s+", " ")
                .strip();
        Matcher sentence = Pattern.compile("(.*?[^.]\\.)(?: [A-Z@{].*)?").matcher(text);
        return (sentence.matches() ? sentence.group(1) : text).replace("|", "\\|");
    }

    private static String simpleName(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    /** The classes of each package, "" for org.etude itself, sorted. */
    private static Map<String, List<Path>> packages() throws IOException {
        try (Stream<Path> tree = Files.walk(SOURCES)) {
            return tree.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .sorted()
                    .collect(Collectors.groupingBy(
                            file -> SOURCES.relativize(file.getParent())
                                    .toString()
                                    .replace('/', '.'),
                            TreeMap::new,
                            Collectors.toList()));
        }
    }
}
