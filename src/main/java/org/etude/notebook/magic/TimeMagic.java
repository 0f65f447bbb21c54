// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.etude.notebook.eval.CellResult;

/** The magics %time and %%time: measure run time. */
final class TimeMagic implements Magic {
    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;

    @Override
    public String name() {
        return "time";
    }

    @Override
    public String usage() {
        return "%time CODE, or %%time above a whole cell";
    }

    @Override
    public String summary() {
        return "runs code and prints wall time and the CPU time of all threads";
    }

    @Override
    public boolean takesJava() {
        return true;
    }

    @Override
    public CellResult run(MagicCall call) {
        long wall = System.nanoTime();
        long cpu = cpu();
        CellResult result =
                call.evaluator().interpret(call.body() == null ? call.arguments() : call.body(), call.cell());
        String text = "wall " + text(System.nanoTime() - wall) + ", CPU " + text(cpu() - cpu);
        if (result instanceof CellResult.Interrupted) {
            return result;
        }
        call.cell().call(() -> {
            System.out.println(text);
            return null;
        });
        return result;
    }

    private static long cpu() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    private static String text(long nanos) {
        return nanos < NS_PER_S
                ? String.format(Locale.ROOT, "%.1f ms", nanos / NS_PER_MS)
                : String.format(Locale.ROOT, "%.2f s", nanos / NS_PER_S);
    }
}
