// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.etude.table.schema.Schema;
import org.etude.table.schema.Schema.Type;
import org.junit.jupiter.api.Test;

/** One concept has one name in all tables, and a name means one thing. */
class ColumnNamesTest {
    /** Words for the concept of another word, which is the one to use, in parts of names too. */
    private static final Map<String, String> SYNONYMS = Map.ofEntries(
            Map.entry("arrive", "arrived"),
            Map.entry("begin", "start"),
            Map.entry("carried", "sent"),
            Map.entry("exposed(?!_comm)", "exposed_comm"),
            Map.entry("flags?", "notes"),
            Map.entry("least", "min"),
            Map.entry("most", "max"),
            Map.entry("note", "notes"),
            Map.entry("parameter(?=_)", "parameters"),
            Map.entry("payload", "size"),
            Map.entry("remarks?", "notes"),
            Map.entry("temporary", "workspace"),
            Map.entry("weights?", "parameters"),
            Map.entry("why", "reason"));

    /** Columns that use such a word for another concept. */
    private static final Map<String, String> OTHER_CONCEPTS = Map.of(
            "findings.why", "one of the four questions that a finding answers: what, where, why, effect",
            "ranks.astra_exposed_ns", "what ASTRA-sim calls exposed, which is computed in another way");

    /** Names that hold numbers in one table and texts in another, with what both say. */
    private static final Map<String, String> NUMBERS_AND_TEXTS = Map.of(
            "device", "a GPU's number; where memory of the host is listed too, cpu or cuda:0",
            "hosts", "how many; of shared jobs which",
            "node", "a node's id; in changes unsigned, which is more than a 64-bit whole number holds",
            "part", "a part of a step by name; of extrapolated layers by number",
            "place", "where in a ranking; of findings where in a file",
            "queue", "a queue's number; in queue_depth with what it belongs to",
            "stage", "a pipeline stage; of findings and TrioSim's operators a stage by name");

    /** Units of whole numbers and decimals, as names end; docs/formats.md has them as a column. */
    private static final Set<String> TIMES = Set.of("ns", "us", "ms");

    /** The planner's tables are in seconds, as published steps are; all others are in ms, us or ns. */
    private static final Set<String> IN_SECONDS = Set.of("plans", "candidates", "predictions");

    private static final Set<String> FORBIDDEN_UNITS =
            Set.of("s", "sec", "seconds", "min_s", "mb", "gb", "kb", "mib", "gib", "pct", "percent", "ppm", "hz");

    @Test
    void aConceptHasOneWord() {
        List<String> wrong = new ArrayList<>();
        SYNONYMS.forEach((word, instead) -> {
            Pattern part = Pattern.compile("(^|_)" + word + "(_|$)");
            for (Schema<?> schema : Schemas.all()) {
                for (String column : schema.columnNames()) {
                    if (part.matcher(column).find()) {
                        wrong.add(schema.name() + "." + column);
                    }
                }
            }
        });
        assertThat(wrong).as("columns with another word than " + SYNONYMS).hasSameElementsAs(OTHER_CONCEPTS.keySet());
    }

    /** {@code parameter_bytes} and {@code parameters_bytes}: names that differ only in a plural are one name. */
    @Test
    void noTwoNamesDifferOnlyInAPlural() {
        Map<String, Set<String>> bySingular = new TreeMap<>();
        names().forEach(name -> bySingular
                .computeIfAbsent(
                        words(name).stream()
                                .map(word -> word.replaceAll("s$", ""))
                                .collect(Collectors.joining("_")),
                        n -> new TreeSet<>())
                .add(name));
        // The plural of these counts things, the singular names one.
        List<String> counts = List.of(
                "change",
                "collective",
                "group",
                "host",
                "job",
                "kernel",
                "link",
                "node",
                "parameter",
                "rank",
                "row",
                "sample",
                "sequence",
                "step");
        bySingular.keySet().removeAll(counts);
        assertThat(bySingular.values()).allMatch(names -> names.size() == 1);
    }

    @Test
    void aNameHoldsNumbersOrTexts() {
        Map<String, Set<Boolean>> texts = new TreeMap<>();
        for (Schema<?> schema : Schemas.all()) {
            schema.columns().forEach(column -> texts.computeIfAbsent(column.name(), n -> new HashSet<>())
                    .add(column.type() == Type.TEXT));
        }
        assertThat(texts.entrySet().stream()
                        .filter(kinds -> kinds.getValue().size() > 1)
                        .map(Map.Entry::getKey))
                .containsExactlyInAnyOrderElementsOf(NUMBERS_AND_TEXTS.keySet());
    }

    @Test
    void unitsAreOfTheListAndTimesAreNumbers() {
        for (Schema<?> schema : Schemas.all()) {
            for (Schema.Column<?> column : schema.columns()) {
                List<String> words = words(column.name());
                String unit = words.get(words.size() - 1);
                boolean seconds = unit.equals("s") && IN_SECONDS.contains(schema.name());
                assertThat(seconds || !FORBIDDEN_UNITS.contains(unit))
                        .as(schema.name() + "." + column.name())
                        .isTrue();
                if (unit.equals("ns") || unit.equals("bytes") && words.size() > 1) {
                    assertThat(column.type())
                            .as(schema.name() + "." + column.name())
                            .isNotEqualTo(Type.TEXT);
                }
                if (TIMES.contains(unit) && !unit.equals("ns")) {
                    assertThat(column.type())
                            .as(schema.name() + "." + column.name())
                            .isEqualTo(Type.DOUBLE);
                }
            }
        }
    }

    /** Files of earlier versions are read under the present names; an entry that leads nowhere is dropped. */
    @Test
    void earlierNamesLeadToPresentOnes() {
        Map<String, Schema<?>> byName =
                Schemas.all().stream().collect(Collectors.toMap(Schema::name, Function.identity()));
        assertThat(EarlierColumns.all()).allSatisfy(one -> {
            assertThat(byName).containsKey(one.table());
            assertThat(byName.get(one.table()).columnNames()).contains(one.now());
        });
    }

    private static Set<String> names() {
        return Schemas.all().stream()
                .flatMap(schema -> schema.columnNames().stream())
                .collect(Collectors.toSet());
    }

    private static List<String> words(String name) {
        return List.of(name.split("_"));
    }
}
