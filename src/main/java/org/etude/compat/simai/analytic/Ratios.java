// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.etude.compat.simai.model.SimAiException;

/**
 * SimAI's three tables of ratios.
 *
 * @param nic rings over NICs
 * @param nvlink rings that NVLink bounds
 * @param allToAll all-to-all
 */
public record Ratios(RatioTable nic, RatioTable nvlink, RatioTable allToAll) {
    /** Full bandwidth at all sizes. */
    public static final Ratios NONE = new Ratios(RatioTable.NONE, RatioTable.NONE, RatioTable.NONE);

    /** The path of the tables in SimAI's repository. */
    public static final Path USUAL = Path.of("astra-sim-alibabacloud", "inputs", "ratio");

    /**
     * Reads {@code nic_ratio.csv}, {@code nvlink_ratio.csv} and {@code ata_ratio.csv} of a folder.
     *
     * @throws SimAiException when one cannot be read
     */
    public static Ratios read(Path folder) {
        return new Ratios(
                RatioTable.read(folder.resolve("nic_ratio.csv")),
                RatioTable.read(folder.resolve("nvlink_ratio.csv")),
                RatioTable.read(folder.resolve("ata_ratio.csv")));
    }

    /** The tables at SimAI's default path, if they exist. */
    public static Optional<Ratios> usual() {
        return Files.isDirectory(USUAL) ? Optional.of(read(USUAL)) : Optional.empty();
    }
}
