// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.wire.EtFiles;
import org.etude.sim.program.CustomProgram;
import org.etude.sim.program.ProgramChecks;
import org.etude.sim.program.RankProgram;
import org.etude.spec.SimulationException;

/** The custom collectives in flight, and their traces, each read once. */
final class CustomTable {
    private final Engine engine;
    private final Map<Path, CustomProgram> programs = new HashMap<>();
    private final List<CustomCollective> inFlight = new ArrayList<>();
    private final IntArrayList free = new IntArrayList();

    CustomTable(Engine engine) {
        this.engine = engine;
    }

    /**
     * Creates a custom collective.
     *
     * @param place position whose trace is run
     * @param members ranks by the numbers the trace uses, or null
     */
    CustomCollective create(String prefix, int place, int rank, int[] members) {
        Path file = engine.scenario.directory().resolve(prefix + '.' + place + ".et");
        CustomProgram program = programs.get(file);
        if (program == null) {
            if (!Files.exists(file)) {
                throw new SimulationException(
                        "rank " + rank + ": the custom collective " + prefix + " has no file " + file,
                        "Check the prefix; it is relative to the directory of the run.");
            }
            program = new CustomProgram(EtFiles.read(file));
            check(program.program, file, rank);
            programs.put(file, program);
        }
        int number = free.isEmpty() ? inFlight.size() : free.popInt();
        CustomCollective custom = new CustomCollective(engine, program, number, rank, members);
        if (number == inFlight.size()) {
            inFlight.add(custom);
        } else {
            inFlight.set(number, custom);
        }
        return custom;
    }

    private void check(RankProgram program, Path file, int rank) {
        try {
            ProgramChecks.check(program, rank, engine.scenario.options().compat(), engine.findings);
        } catch (SimulationException e) {
            String what = e.getMessage().lines().findFirst().orElse("");
            throw new SimulationException(
                    "custom collective " + file + ": " + what, "Correct that file.", e.details(), e);
        }
    }

    CustomCollective get(int number) {
        return inFlight.get(number);
    }

    void forget(int number) {
        inFlight.set(number, null);
        free.add(number);
    }
}
