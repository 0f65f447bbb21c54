// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import java.util.Optional;
import org.etude.Traces;
import org.etude.cli.base.Allowed;
import org.etude.unit.Bandwidth;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** Products, convolutions and attention by shape, and their rates. */
@Command(
        name = "flops",
        footer = {
            "",
            "Needs a profile taken with record_shapes=True. With both options, roof_frac shows how close"
                    + " each operation comes to"
                    + " the device's limit.",
            "",
            "Examples: etude flops my-traces",
            "          etude flops my-traces --peak-tflops 312 --memory-bandwidth 2039GB/s"
        })
public final class FlopsCommand extends QuestionCommand {
    @Allowed(from = Double.MIN_VALUE, give = "a rate above 0")
    @Option(
            names = "--peak-tflops",
            paramLabel = "NUMBER",
            description = "The device's peak rate for the data type in use, in 1e12 operations per second.")
    private Double peak;

    @Option(
            names = "--memory-bandwidth",
            paramLabel = "RATE",
            description = "The device's memory bandwidth, such as 2039GB/s.")
    private String memory;

    @Override
    Table ask(Traces traces) {
        if (peak == null && memory == null) {
            return traces.flops();
        }
        if (peak == null || memory == null || !(peak > 0)) {
            throw wrong("--peak-tflops and --memory-bandwidth go together, and the rate is positive");
        }
        return traces.flops(peak, rate());
    }

    @Override
    Optional<String> missing(Table table) {
        return !table.isEmpty() && table.column("work_gflop").countMissing() == table.rowCount()
                ? Optional.of("flops: work and rates are missing, because no shapes were recorded; record with"
                        + " record_shapes=True.")
                : Optional.empty();
    }

    private Bandwidth rate() {
        try {
            return Bandwidth.parse(memory);
        } catch (IllegalArgumentException e) {
            throw wrong("--memory-bandwidth: " + e.getMessage());
        }
    }
}
