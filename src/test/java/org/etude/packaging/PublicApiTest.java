// SPDX-License-Identifier: Apache-2.0
package org.etude.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The module exports the packages that users import, the packages of what these take and return, and no others. */
class PublicApiTest {
    /** What users import; every other exported package holds values of these. */
    static final List<String> DOOR = List.of(
            "org.etude",
            "org.etude.logs",
            "org.etude.report",
            "org.etude.spec",
            "org.etude.spec.network",
            "org.etude.table",
            "org.etude.unit");

    private static final int MOST_TYPES = 66;

    private static final Pattern EXPORTS = Pattern.compile("(?m)^ +exports ([\\w.]+);$");

    /** A package that is missing in module-info.java is added there, or the method that mentions it is not made public. */
    @Test
    void whatUsersReachIsExportedAndNothingElse() throws Exception {
        TreeSet<String> exported = exported();
        Map<String, String> packages = new TreeMap<>();
        PublicTypes.reachedFrom(DOOR)
                .forEach((type, by) -> packages.putIfAbsent(type.getPackageName(), type.getSimpleName() + " <- " + by));
        TreeSet<String> missing = new TreeSet<>();
        packages.forEach((name, reason) -> {
            if (!exported.contains(name)) {
                missing.add(name + ": " + reason);
            }
        });
        assertThat(missing).as("reached by users and not exported").isEmpty();
        assertThat(exported).as("exported and reached by users").isEqualTo(packages.keySet());
    }

    /** More types are more to learn: one is added for a verb that needs it, and the number here is lowered when one goes. */
    @Test
    void typesDoNotCreepIn() throws Exception {
        assertThat(PublicTypes.reachedFrom(DOOR).keySet()).hasSizeLessThanOrEqualTo(MOST_TYPES);
    }

    @Test
    void whatOnlyStagesShareStaysInside() throws Exception {
        assertThat(exported())
                .containsAll(DOOR)
                .doesNotContain("org.etude.link.host", "org.etude.sim.engine", "org.etude.network.packet.forward")
                .noneMatch(name -> name.startsWith("org.etude.cli") || name.startsWith("org.etude.notebook"));
    }

    private static TreeSet<String> exported() throws IOException {
        Matcher found = EXPORTS.matcher(Files.readString(Path.of("src/main/java/module-info.java")));
        TreeSet<String> names = new TreeSet<>();
        while (found.find()) {
            names.add(found.group(1));
        }
        return names;
    }
}
