// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot have an effect is wrong usage: never a result that looks as if it had been considered. */
class RefusedOptionsTest {
    @TempDir
    private Path dir;

    @BeforeEach
    void write() throws Exception {
        SmallEts.write(dir, 2);
        Files.writeString(dir.resolve("t.csv"), "name,a,b\nx,1,2\ny,3,4\n");
    }

    private TestShell run(String line) {
        return TestShell.run(Arrays.stream(line.split(" "))
                .map(word -> word.equals("''") ? "" : word.replace("@", dir.toString()))
                .toArray());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "plot compare @/t.csv --x name -o @/f.svg            | compare takes --label and --values together",
                "plot compare @/t.csv --y a -o @/f.svg               | compare takes --label and --values together",
                "plot compare @/t.csv --x name --y a --series b -o @/f.svg | --series is for scaling",
                "plot scaling @/t.csv --x a --y a,b -o @/f.svg       | scaling draws one column of --values, not 2",
                "plot compare @/w --x name --y a -o @/f.svg          | choose columns of a table",
                "plot topology ring:4 --values a -o @/f.svg          | choose columns of a table",
                "plot overlap @/w --ranks 0 -o @/f.svg               | --from, --to and --ranks are for timeline",
                "plot links @/w --from 1ms -o @/f.svg                | --from, --to and --ranks are for timeline",
                "simulate @/w --exposed=0                            | --exposed is 0; give 1 or more",
                "simulate @/w --exposed=-3                           | --exposed is -3; give 1 or more",
                "topology fattree:4x2 --ports -1                     | --ports is -1; give 1 or more",
                "topology auto:1d --ranks -4                         | --ranks is -4; give 1 or more",
                "sweep @/w --topology ring:2 --ranks 2,0 --no-cache  | --ranks is 0; give 1 or more",
                "parallelize data/gpt-1-h200 --chunks 0              | --chunks is 0; give 1 or more",
                "scale @/w -n 4 --straggler 1                        | --straggler: '1' is not of the form RANK=F",
                "run ''                                              | PATH is empty; is a variable of the shell unset?",
                "simulate ''                                         | PREFIX is empty; is a variable",
                "kernels @ ''                                        | PATH is empty; is a variable",
                "simulate @/w --out ''                               | --out is empty; is a variable of the shell unset?",
                "topology ''                                         | SHAPE: no network is named; is a variable",
                "simulate @/w --topology ''                          | --topology: no network is named; is a variable",
                "merge ''                                            | is empty; is a variable of the shell unset?"
            })
    void saysWhichOptionAndWhatItTakes(String line, String message) {
        TestShell shell = run(line).exits(ExitCode.USAGE);
        assertThat(shell.err()).startsWith("etude: ").contains(message).contains("  Try 'etude " + line.split(" ")[0]);
        assertThat(shell.out()).isEmpty();
        assertThat(dir.resolve("f.svg")).doesNotExist();
    }

    @Test
    void theColumnsThatWereChosenAreDrawn() throws Exception {
        run("plot compare @/t.csv --label name --values b -o @/f.svg").exits(ExitCode.OK);
        assertThat(Files.readString(dir.resolve("f.svg"))).contains(">x</text>").contains(">y</text>");
        run("plot scaling @/t.csv --x a --y b -o @/g.svg --format csv").exits(ExitCode.OK);
        assertThat(run("topology fattree:4x2 --ports 4").exits(ExitCode.OK).out())
                .contains("fattree:4x2");
        assertThat(run("simulate @/w --exposed=1 --format csv")
                        .exits(ExitCode.OK)
                        .out())
                .contains("# exposed_comm\n");
    }
}
