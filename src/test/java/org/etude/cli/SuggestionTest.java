// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.Suggestion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
    private static final List<String> VERBS =
            Arrays.stream(CommandName.values()).map(CommandName::text).toList();

    @ParameterizedTest
    @CsvSource({
        "rnu, run", "simualte, simulate", "kernal, kernel", "replya, replay", "tpology, topology", "plann, plan",
        "Run, run", "opeators, operators", "--run, run", "criticalpath, critical-path", "topo, topology", "lod, load"
    })
    void theNearestVerbIsSuggested(String typed, String meant) {
        assertThat(Suggestion.of(typed, VERBS)).containsExactly(meant);
    }

    @Test
    void severalThatAreEquallyNearAreAllNamed() {
        assertThat(Suggestion.of("sim", VERBS)).containsExactly("simulate", "simai-analytical", "simai-simulator");
        assertThat(Suggestion.of("lint", List.of("link", "list", "load"))).containsExactly("link", "list");
    }

    @Test
    void aDistantWordGetsNoSuggestion() {
        assertThat(Suggestion.of("xyz", VERBS)).isEmpty();
        assertThat(Suggestion.of("q", VERBS)).isEmpty();
        assertThat(Suggestion.of("", VERBS)).isEmpty();
        assertThat(Suggestion.of("data/moe-2", VERBS)).isEmpty();
    }

    @Test
    void slipsAreCounted() {
        assertThat(Suggestion.slips("rnu", "run")).isEqualTo(1);
        assertThat(Suggestion.slips("kitten", "sitting")).isEqualTo(3);
        assertThat(Suggestion.slips("", "abc")).isEqualTo(3);
        assertThat(Suggestion.slips("ca", "abc")).isEqualTo(3);
    }

    /** A typing error in any verb of four letters or more still suggests it, possibly along with others equally close. */
    @Property
    void oneSlipIsForgiven(@ForAll("slips") Tuple2<String, String> slip) {
        List<String> meant = Suggestion.of(slip.get2(), List.of(slip.get1(), "zzzzzzzzz"));
        assertThat(meant).containsExactly(slip.get1());
        assertThat(Suggestion.slips(slip.get1(), slip.get2()))
                .isEqualTo(Suggestion.slips(slip.get2(), slip.get1()))
                .isEqualTo(1);
    }

    @Provide
    Arbitrary<Tuple2<String, String>> slips() {
        Arbitrary<String> verbs = Arbitraries.of(VERBS).filter(verb -> verb.length() > 3);
        return verbs.flatMap(
                verb -> Arbitraries.integers().between(0, verb.length() - 1).flatMap(at -> Arbitraries.of(
                                verb.substring(0, at) + verb.substring(at + 1),
                                verb.substring(0, at) + "#" + verb.substring(at),
                                verb.substring(0, at) + "#" + verb.substring(at + 1))
                        .map(typed -> Tuple.of(verb, typed))));
    }

    @Test
    void theShellSuggestsTheCommandAndTheOption() {
        assertThat(TestShell.run("rnu", "data/moe-2").exits(ExitCode.USAGE).err())
                .isEqualTo("etude: there is no command 'etude rnu'\n  Did you mean 'etude run'? Try 'etude --help'.\n");
        assertThat(TestShell.run("kernel", "instal").exits(ExitCode.USAGE).err())
                .isEqualTo("etude: there is no command 'etude kernel instal'\n"
                        + "  Did you mean 'etude kernel install'? Try 'etude kernel --help'.\n");
        assertThat(TestShell.run("run", "x", "--topolgy=ring:2")
                        .exits(ExitCode.USAGE)
                        .err())
                .isEqualTo("etude: Unknown option: '--topolgy=ring:2'\n"
                        + "  Did you mean '--topology'? Try 'etude run --help'.\n");
        assertThat(TestShell.run("--hlep").exits(ExitCode.USAGE).err())
                .isEqualTo("etude: Unknown option: '--hlep'\n  Did you mean '--help'? Try 'etude --help'.\n");
        assertThat(TestShell.run("plot", "timelin", "x", "-o", "y.pdf")
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("'timelin' is not a known figure. Did you mean 'timeline'?\n  Figures: timeline, overlap, ");
        assertThat(TestShell.run("xyz").exits(ExitCode.USAGE).err())
                .isEqualTo("etude: there is no command 'etude xyz'\n  Try 'etude --help'.\n");
        assertThat(TestShell.run("xyz", "--help").exits(ExitCode.USAGE).err())
                .isEqualTo("etude: there is no command 'etude xyz'\n  Try 'etude --help'.\n");
    }

    @Test
    void helpIsAVerbToo() {
        String all = TestShell.run("--help").exits(ExitCode.OK).out();
        assertThat(TestShell.run("help").exits(ExitCode.OK).out()).isEqualTo(all);
        assertThat(TestShell.run("help", "--help").exits(ExitCode.OK).out()).isEqualTo(all);
        assertThat(TestShell.run("help", "run").exits(ExitCode.OK).out())
                .isEqualTo(TestShell.run("run", "--help").exits(ExitCode.OK).out());
        assertThat(TestShell.run("help", "rnu").exits(ExitCode.USAGE).err()).contains("'etude run'");
    }
}
