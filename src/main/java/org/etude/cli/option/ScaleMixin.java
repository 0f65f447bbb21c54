// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.Workload;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.HelpGroup;
import org.etude.spec.CollectiveType;
import org.etude.spec.GradientSync;
import org.etude.spec.OpClass;
import org.etude.spec.ScaleSettings;
import org.etude.unit.Bytes;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How to scale a workload. */
@HelpGroup("Ranks and sizes")
public final class ScaleMixin implements CheckedOptions {
    @Mixin
    private WorldMixin world = new WorldMixin();

    @Option(
            names = "--splits",
            paramLabel = "N",
            defaultValue = "4",
            description = "Chunks of a collective; sizes stay divisible by it. Default: ${DEFAULT-VALUE}.")
    private int splits;

    @Option(
            names = "--replace-comm",
            paramLabel = "TYPE",
            description = "Turn every collective into all_to_all, all_reduce, all_gather, ...")
    private String type;

    @Option(
            names = "--comm-size",
            paramLabel = "SIZE",
            description = "With --replace-comm: the size of every collective, such as 1GB or 512MB (1G is 1 GiB).")
    private String commSize;

    @Option(
            names = "--target-tp",
            paramLabel = "N",
            description = "Treat the trace as tensor-parallel and spread it over groups of N ranks.")
    private Integer targetTp;

    @Allowed(from = 1)
    @Option(
            names = "--add-ddp",
            paramLabel = "PARAMETERS",
            description = "Append all-reduces of the gradients of a model of this many parameters, such as 1.5e9.")
    private Double parameters;

    @Allowed(from = 1, to = 4, give = "2 or 4")
    @Option(
            names = "--gradient-bytes",
            paramLabel = "N",
            defaultValue = "2",
            description = "With --add-ddp: bytes of a gradient, 2 or 4. Default: ${DEFAULT-VALUE}.")
    private int gradientBytes;

    @Option(
            names = "--bucket",
            paramLabel = "SIZE",
            defaultValue = "25MiB",
            description = "With --add-ddp: bytes of a bucket. Default: ${DEFAULT-VALUE}.")
    private String bucket;

    @Allowed(from = 1)
    @Option(names = "--buckets", paramLabel = "N", description = "With --add-ddp: this many equal buckets instead.")
    private Integer buckets;

    @Option(
            names = "--compute-scale",
            paramLabel = "[SORT=]F",
            split = ",",
            description =
                    "Multiply compute times: 0.5, or by kind: matmul=0.5,host=2. Kinds: ${COMPLETION-CANDIDATES}.",
            completionCandidates = Kinds.class)
    private List<String> computeScale = List.of();

    @Option(
            names = "--straggler",
            paramLabel = "RANK=F",
            split = ",",
            description = "Multiply the compute times of single ranks: 7=1.5,9=2.")
    private Map<Integer, Double> straggler = Map.of();

    @Option(
            names = "--stragglers",
            paramLabel = "COUNTxF",
            description = "Slow down this many ranks, chosen by the seed: 3x1.5.")
    private String stragglers;

    @Option(
            names = "--jitter",
            paramLabel = "SHARE",
            defaultValue = "0",
            description = "Vary every compute time: standard deviation as a fraction, such as 0.05. Default: 0.")
    private double jitter;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "0", description = "Random seed. Default: 0.")
    private long seed;

    @Override
    public void check(GivenOptions given) {
        given.need("--replace-comm", "--comm-size");
        given.need("--add-ddp", "--gradient-bytes", "--bucket", "--buckets");
        if (buckets != null) {
            given.refuse("next to --buckets", "--bucket");
        }
        if (!given.has("--jitter") && stragglers == null) {
            given.refuse("without --jitter or --stragglers", "--seed");
        }
        given.accept(() -> apply(new ScaleSettings()));
    }

    /** Names of the kinds of computation. */
    static final class Kinds extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Kinds() {
            for (OpClass kind : OpClass.values()) {
                add(kind.name().toLowerCase(Locale.ROOT));
            }
        }
    }

    /** The requested number of ranks, or as many as there are. */
    public int ranks(Workload workload) {
        return world.ranks(workload);
    }

    /**
     * Applies the options.
     *
     * @throws IllegalArgumentException when one is malformed
     */
    public void apply(ScaleSettings settings) {
        world.apply(settings);
        settings.splits(splits).jitter(jitter).seed(seed);
        straggler.forEach(settings::straggler);
        collectives(settings);
        compute(settings);
    }

    private void collectives(ScaleSettings settings) {
        if (type != null) {
            CollectiveType to = constant(CollectiveType.class, "--replace-comm", type);
            if (commSize == null) {
                settings.rewrite(to);
            } else {
                settings.rewrite(to, size("--comm-size", commSize));
            }
        }
        if (targetTp != null) {
            settings.tensorParallel(targetTp);
        }
        if (parameters != null) {
            GradientSync sync = GradientSync.of(Math.round(parameters)).bytesPerParameter(gradientBytes);
            settings.gradients(buckets == null ? sync.bucket(size("--bucket", bucket)) : sync.buckets(buckets));
        }
    }

    private void compute(ScaleSettings settings) {
        for (String item : computeScale) {
            int equals = item.indexOf('=');
            double factor = factor(item, item.substring(equals + 1));
            if (equals < 0) {
                settings.compute(factor);
            } else {
                settings.compute(constant(OpClass.class, "--compute-scale", item.substring(0, equals)), factor);
            }
        }
        if (stragglers != null) {
            String[] parts = stragglers.split("x", 2);
            try {
                settings.stragglers(Integer.parseInt(parts[0]), Double.parseDouble(parts[parts.length - 1]));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "--stragglers is '" + stragglers + "'; give a number of ranks and a factor, such as 3x1.5", e);
            }
        }
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String option, String word) {
        try {
            return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            String words = Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT);
            throw new IllegalArgumentException(
                    option + " is '" + word + "'; give one of " + words.substring(1, words.length() - 1), e);
        }
    }

    private static Bytes size(String option, String text) {
        try {
            return Bytes.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
        }
    }

    private static double factor(String item, String number) {
        try {
            return Double.parseDouble(number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "--compute-scale is '" + item + "'; give a factor such as 0.5, or one for a kind: matmul=0.5", e);
        }
    }
}
