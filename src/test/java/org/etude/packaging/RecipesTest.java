// SPDX-License-Identifier: Apache-2.0
package org.etude.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The recipes say what their tools accept, and the same of Etude. */
class RecipesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    @Test
    void jbangStartsTheCommand() throws IOException {
        JsonNode alias = JSON.readTree(read("jbang-catalog.json")).at("/aliases/etude");
        assertThat(alias.path("script-ref").asText()).isEqualTo("org.etude:etude:" + release());
        assertThat(alias.path("main").asText()).isEqualTo(mainClass());
        List<String> optional = optionalDependencies();
        assertThat(alias.path("dependencies"))
                .extracting(JsonNode::asText)
                .isSubsetOf(optional)
                .extracting(each -> each.split(":")[1])
                .contains("picocli", "pdfbox", "sqlite-jdbc");
        assertThat(optional.stream().filter(each -> each.contains("picocli"))).allMatch(read("README.md")::contains);
    }

    /** What the published POM does not bring along although the command line, figures or the kernel need it. */
    private static List<String> optionalDependencies() throws IOException {
        String pom = read("pom.xml");
        String dependencies = between(pom, "\n  <dependencies>", "\n  </dependencies>");
        List<String> optional = new ArrayList<>();
        for (String each : dependencies.split("</dependency>")) {
            if (each.contains("<optional>true</optional>")) {
                String version = between(each, "<version>", "</version>");
                if (version.startsWith("${")) {
                    String name = version.substring(2, version.length() - 1);
                    version = between(pom, "<" + name + ">", "</" + name + ">");
                }
                optional.add(between(each, "<groupId>", "</groupId>")
                        + ':'
                        + between(each, "<artifactId>", "</artifactId>")
                        + ':'
                        + version);
            }
        }
        return optional;
    }

    @Test
    void jreleaserReleasesThisVersion() throws IOException {
        JsonNode recipe = YAML.readTree(read("packaging/jreleaser.yml"));
        assertThat(recipe.at("/project/version").asText()).isEqualTo(release());
        assertThat(recipe.at("/project/languages/java/mainClass").asText()).isEqualTo(mainClass());
        assertThat(recipe.has("distributions"))
                .as("the jar does not start without its libraries")
                .isFalse();
        assertThat(recipe.at("/checksum/algorithms")).isNotEmpty();
        assertThat(recipe.at("/deploy/maven").has("mavenCentral")).isTrue();
    }

    /** Without a version the Maven at hand chooses one, and two machines build differently. */
    @ParameterizedTest
    @ValueSource(strings = {"pom.xml", "spark/pom.xml"})
    void everyPluginHasAVersion(String pom) throws IOException {
        List<String> plugins = Pattern.compile("(?s)<plugin>.*?</plugin>")
                .matcher(read(pom))
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(plugins)
                .hasSizeGreaterThan(10)
                .allSatisfy(
                        each -> assertThat(each)
                                .containsPattern(
                                        "^<plugin>\\s*<groupId>[^<]+</groupId>\\s*<artifactId>[^<]+</artifactId>\\s*<version>[0-9.]+</version>"));
        assertThat(String.join("", plugins))
                .contains("maven-clean-plugin", "maven-install-plugin", "maven-deploy-plugin", "maven-site-plugin");
    }

    @Test
    void condaBuildsTheWheel() throws IOException {
        JsonNode recipe = YAML.readTree(read("packaging/conda/meta.yaml"));
        assertThat(recipe.at("/package/version").asText()).isEqualTo(release());
        assertThat(recipe.at("/build/script").asText()).contains("packaging/wheel/build.py");
        assertThat(recipe.at("/requirements/run").toString()).contains("openjdk");
        assertThat(recipe.at("/about/license").asText()).isEqualTo("Apache-2.0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".github/workflows/ci.yml",
                ".github/ISSUE_TEMPLATE/wrong-or-broken.yml",
                ".github/ISSUE_TEMPLATE/question-to-answer.yml",
                ".github/ISSUE_TEMPLATE/config.yml",
                ".devcontainer/devcontainer.json"
            })
    void filesForGitHubAreWellFormed(String file) throws IOException {
        assertThat(YAML.readTree(read(file)).isObject()).isTrue();
        assertThat(read(file)).doesNotContain("\t");
    }

    @Test
    void theWorkflowRunsWhatEverybodyCanRun() throws IOException {
        assertThat(YAML.readTree(read(".github/workflows/ci.yml"))
                        .at("/jobs/all/steps")
                        .toString())
                .contains("\".ci/run\"");
    }

    /** The rules of a Dockerfile linter that matter most: pinned bases, lists removed, no root at run time, no shell-form command. */
    @Test
    void theImageIsMadeByTheRules() throws IOException {
        List<String> instructions = instructions(read("packaging/docker/Dockerfile"));
        assertThat(instructions)
                .allSatisfy(i -> assertThat(i).matches("(FROM|RUN|COPY|WORKDIR|ENV|USER|EXPOSE|CMD) .*"));
        assertThat(instructions)
                .filteredOn(i -> i.startsWith("FROM "))
                .allSatisfy(i -> assertThat(i).containsPattern(":[0-9]").doesNotContain(":latest"));
        assertThat(instructions).filteredOn(i -> i.contains("apt-get install")).allSatisfy(i -> assertThat(i)
                .contains("apt-get update", "-y", "--no-install-recommends", "rm -rf /var/lib/apt/lists/*"));
        assertThat(instructions).filteredOn(i -> i.contains("pip install")).allSatisfy(i -> assertThat(i)
                .contains("--no-cache-dir"));
        assertThat(instructions).filteredOn(i -> i.startsWith("USER ")).last().isEqualTo("USER etude");
        assertThat(instructions.get(instructions.size() - 1)).startsWith("CMD [");
        for (String instruction : instructions) {
            Matcher copied =
                    Pattern.compile("COPY (?:--chown=\\S+ )?(\\w+) /.*").matcher(instruction);
            if (copied.matches()) {
                assertThat(Path.of(copied.group(1))).exists();
            }
        }
    }

    @Test
    void binderBuildsWithTheLauncher() throws IOException {
        assertThat(read("binder/apt.txt").lines()).contains("openjdk-17-jdk-headless", "maven");
        assertThat(read("binder/postBuild")).startsWith("#!/bin/bash\n").contains("./etude kernel install");
        assertThat(Files.isExecutable(Path.of("binder/postBuild"))).isTrue();
    }

    /** An own start of the kernel, so that it must have the options of an installed one. */
    @Test
    void theWheelStartsTheKernelLikeTheInstaller() throws IOException {
        String launcher = read("packaging/wheel/etude_launcher/__init__.py");
        String installer = read(find("ClassArchive.java"));
        Matcher option = Pattern.compile("\"(-XX:[+\\w]+(?:=\\d+)?|-D[\\w.]+=[\\w.-]+)\"")
                .matcher(installer.substring(installer.indexOf("List<String> options(Path app)")));
        List<String> options = new ArrayList<>();
        while (option.find() && options.size() < 10) {
            options.add(option.group(1));
        }
        assertThat(options).hasSize(10).allSatisfy(each -> assertThat(launcher).contains('"' + each + '"'));
    }

    /** Figures move and zoom only with Plotly next to kernel.json. */
    @Test
    void theWheelPutsBesideTheKernelWhatTheInstallerPutsThere() throws IOException {
        Set<String> installed = found("\"[\\w.-]+\"", between(read(find("KernelInstaller.java")), "RESOURCES =", ");"));
        assertThat(installed).contains("\"plotly.min.js\"");
        assertThat(found("\"[\\w.-]+\"", between(read("packaging/wheel/build.py"), "BESIDE_THE_KERNEL = [", "]")))
                .isEqualTo(installed);
    }

    /** The three launchers tune the JVM alike, and for the same commands. */
    @Test
    void everyLauncherTunesTheJvmAlike() throws IOException {
        Set<String> shell = found("-XX:Tier\\w+=\\d+", read("etude"));
        Set<String> longRuns = Set.of(
                between(read("etude"), "case \"${1:-}\" in\n", ")").strip().split(" \\| "));
        assertThat(shell)
                .contains("-XX:Tier3BackEdgeThreshold=20000", "-XX:Tier3BackEdgeThreshold=120000")
                .hasSize(10);
        for (String other : List.of("etude.cmd", "packaging/wheel/etude_launcher/__init__.py")) {
            assertThat(found("-XX:Tier\\w+=\\d+", read(other))).as(other).isEqualTo(shell);
        }
        String windows = between(read("etude.cmd"), "for %%c in (", ")");
        String python = between(read("packaging/wheel/etude_launcher/__init__.py"), "LONG_COMMANDS = (", ")");
        for (String command : longRuns) {
            String name = command.replace("simai-*", "simai-analytical");
            assertThat(windows.split(" ")).contains(name);
            assertThat(python).contains('"' + name + '"');
        }
        assertThat(windows.split(" ")).hasSize(longRuns.size() + 1); // simai-* are two
    }

    /** An option that one launcher has and another lacks makes the latter slow or wrong without anybody noticing. */
    @Test
    void everyLauncherHasTheSameOptionsOfTheJvm() throws IOException {
        String option = "-XX:[+-]?\\w+|-Xlog:disable|-Detude\\.home|-Dfile\\.encoding|--sun-misc-unsafe-memory-access";
        Set<String> shell = found(option, read("etude"));
        assertThat(shell)
                .contains("-XX:AOTCache", "-XX:ArchiveClassesAtExit", "-XX:-UsePerfData")
                .hasSizeGreaterThan(20);
        shell.remove("-XX:+Use"); // the pattern that looks for a collector of the user's
        Set<String> windows = found(option, read("etude.cmd"));
        windows.remove("-XX:+Use");
        assertThat(windows).isEqualTo(shell);
        assertThat(found(option, read("packaging/wheel/etude_launcher/__init__.py")))
                .containsAll(shell);
    }

    /** Nothing here runs Windows: at least every label that is gone to exists, and brackets close. */
    @Test
    void theWindowsLauncherIsWellFormed() throws IOException {
        String script = read("etude.cmd");
        Set<String> labels = found("(?m)^:\\w+", script);
        assertThat(labels)
                .containsAll(found("(?<=goto )\\w+", script).stream()
                        .map(l -> ':' + l)
                        .toList());
        assertThat(labels).containsAll(found("(?<=call ):\\w+", script));
        String unquoted =
                script.replaceAll("(?m)^rem .*$", "").replaceAll("\\^[()]", "").replaceAll("\"[^\"\n]*\"", "");
        assertThat(unquoted.chars().filter(c -> c == '(').count())
                .isEqualTo(unquoted.chars().filter(c -> c == ')').count());
        assertThat(script.lines().filter(line -> line.startsWith(":") && !line.startsWith("::")))
                .isNotEmpty();
    }

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }

    private static String between(String text, String start, String end) {
        int from = text.indexOf(start) + start.length();
        return text.substring(from, text.indexOf(end, from));
    }

    private static List<String> instructions(String dockerfile) {
        List<String> all = new ArrayList<>();
        StringBuilder instruction = new StringBuilder();
        dockerfile
                .lines()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .forEach(line -> {
                    boolean goesOn = line.endsWith("\\");
                    instruction.append(goesOn ? line.substring(0, line.length() - 1) : line);
                    if (!goesOn) {
                        all.add(instruction.toString());
                        instruction.setLength(0);
                    }
                });
        return all;
    }

    private static String release() throws IOException {
        return pom("<artifactId>etude</artifactId>\\s*<version>([^<]+)<").replace("-SNAPSHOT", "");
    }

    private static String mainClass() throws IOException {
        return pom("<mainClass>([^<]+)<");
    }

    private static String pom(String pattern) throws IOException {
        Matcher found = Pattern.compile(pattern).matcher(read("pom.xml"));
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private static String find(String name) throws IOException {
        try (var files = Files.walk(Path.of("src/main/java"))) {
            return files.filter(file -> file.endsWith(name))
                    .findFirst()
                    .orElseThrow()
                    .toString();
        }
    }

    private static String read(String file) throws IOException {
        return Files.readString(Path.of(file));
    }
}
