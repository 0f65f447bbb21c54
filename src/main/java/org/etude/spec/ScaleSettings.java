// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.store.Saved;
import org.etude.store.Storable;
import org.etude.unit.Bytes;

/**
 * How to scale: the options of {@code workload.scaleTo(128, s -> s. ...)}. Every setter validates its value and returns
 * this object.
 */
public final class ScaleSettings implements Storable {
    private static final int DEFAULT_SPLITS = 4;

    private CollectiveSizes sizes = CollectiveSizes.BUFFER;
    private int splits = DEFAULT_SPLITS;
    private double commScale = 1;
    private CollectiveType type;
    private long commSize;
    private GradientSync gradients;
    private int tensorParallel;
    private final Map<OpClass, Double> compute = new EnumMap<>(OpClass.class);
    private final Map<Integer, Double> stragglers = new TreeMap<>();
    private int chosenStragglers;
    private double chosenFactor = 1;
    private double jitter;
    private long seed;

    private static void require(boolean holds, String what, String advice) {
        if (!holds) {
            throw new WorkloadException(what, advice);
        }
    }

    /**
     * Takes comm_size for the bytes of a buffer, as by default: kept as groups grow from M to N ranks, but for all-gathers, whose
     * comm_size is one rank's shard of the buffer and is multiplied by M / N.
     */
    public ScaleSettings bufferSizes() {
        return sizes(CollectiveSizes.BUFFER);
    }

    /**
     * Takes comm_size for the bytes that a rank sends in a ring: multiplied by M(N-1) / (N(M-1)) as groups grow from M to N ranks, the
     * factor of the two-GPU study (127/64 from 2 to 128).
     */
    public ScaleSettings wireSizes() {
        return sizes(CollectiveSizes.WIRE);
    }

    /** Keeps every comm_size as recorded, all-gathers included. */
    public ScaleSettings recordedSizes() {
        return sizes(CollectiveSizes.RECORDED);
    }

    /** What comm_size means. */
    @Internal
    public ScaleSettings sizes(CollectiveSizes meaning) {
        sizes = Given.value(meaning, CollectiveSizes.class, "the meaning of sizes");
        return this;
    }

    /** Number of chunks into which collectives will be split; sizes stay divisible by it. 4 by default. */
    public ScaleSettings splits(int chunks) {
        require(chunks >= 1, "splits is " + chunks, "Give 1 or more chunks.");
        splits = chunks;
        return this;
    }

    /** Multiplies every comm_size, including those of messages, by a factor, in addition to what {@link #wireSizes} does. */
    public ScaleSettings commScale(double factor) {
        require(factor > 0 && factor < Double.MAX_VALUE, "comm-scale is " + factor, "Give a factor above 0.");
        commScale = factor;
        return this;
    }

    private static CollectiveType collective(CollectiveType to) {
        require(
                CollectiveType.ofNumber(to.ordinal()) != null,
                "collectives cannot be turned into " + to,
                "Give a collective of execution traces, such as ALL_TO_ALL.");
        return to;
    }

    /** Turns every collective but barriers into another type, its size kept. */
    public ScaleSettings rewrite(CollectiveType to) {
        type = collective(Given.value(to, CollectiveType.class, "the type of collective"));
        return this;
    }

    /** Turns every collective but barriers into another type and size: the all-to-all stress test. */
    public ScaleSettings rewrite(CollectiveType to, Bytes size) {
        require(
                Given.value(size, "the size of collectives").value() > 0,
                "the size of collectives is " + size,
                "Give 1 byte or more.");
        type = collective(Given.value(to, CollectiveType.class, "the type of collective"));
        commSize = size.value();
        return this;
    }

    /**
     * Treats the trace as tensor-parallel: ranks form groups of {@code degree}, the trace's own collectives stay within
     * these groups, and compute times scale by (ranks of the trace) / degree.
     */
    public ScaleSettings tensorParallel(int degree) {
        require(degree >= 1, "the degree of tensor parallelism is " + degree, "Give 1 or more.");
        tensorParallel = degree;
        return this;
    }

    /**
     * Appends all-reduces of gradients between the ranks that hold the same part of the model: of 2 bytes, in PyTorch's buckets of
     * 25 MiB.
     *
     * @param parameters parameters of the whole model
     */
    public ScaleSettings gradients(long parameters) {
        return gradients(GradientSync.of(parameters));
    }

    /**
     * The same in other buckets.
     *
     * @param parameters parameters of the whole model
     * @param bytesPerParameter bytes per gradient element: 2 or 4
     * @param bucket bytes of a bucket; the last one is smaller
     */
    public ScaleSettings gradients(long parameters, int bytesPerParameter, Bytes bucket) {
        return gradients(
                GradientSync.of(parameters).bytesPerParameter(bytesPerParameter).bucket(bucket));
    }

    /** The same in this many equal buckets. */
    public ScaleSettings gradients(long parameters, int bytesPerParameter, int buckets) {
        return gradients(
                GradientSync.of(parameters).bytesPerParameter(bytesPerParameter).buckets(buckets));
    }

    /** Appends all-reduces of gradients. */
    @Internal
    public ScaleSettings gradients(GradientSync sync) {
        gradients = Given.value(sync, "what is reduced between copies");
        return this;
    }

    /** Multiplies the durations of all GPU computation. */
    public ScaleSettings compute(double factor) {
        for (OpClass c : OpClass.values()) {
            if (c != OpClass.HOST) {
                compute(c, factor);
            }
        }
        return this;
    }

    /** Multiplies the durations of one kind of computation. */
    public ScaleSettings compute(OpClass kind, double factor) {
        Given.value(kind, OpClass.class, "the kind of work");
        require(factor >= 0 && factor < Double.MAX_VALUE, "the factor of " + kind + " is " + factor, "Give 0 or more.");
        compute.put(kind, factor);
        return this;
    }

    /** Makes a rank's computation slower (or faster) by a factor. */
    public ScaleSettings straggler(int rank, double factor) {
        require(rank >= 0, "the straggler is rank " + rank, "Number ranks from 0.");
        require(factor > 0 && factor < Double.MAX_VALUE, "the straggler's factor is " + factor, "Give above 0.");
        stragglers.put(rank, factor);
        return this;
    }

    /** Makes this many ranks, chosen at random, slower (or faster) by a factor. */
    public ScaleSettings stragglers(int count, double factor) {
        require(count >= 0, "the number of stragglers is " + count, "Give 0 or more.");
        require(factor > 0 && factor < Double.MAX_VALUE, "the stragglers' factor is " + factor, "Give above 0.");
        chosenStragglers = count;
        chosenFactor = factor;
        return this;
    }

    /**
     * Multiplies the duration of every computation by an independent factor, drawn from a normal distribution around 1
     * and cut off at 0.
     *
     * @param deviation the standard deviation, such as 0.05
     */
    public ScaleSettings jitter(double deviation) {
        require(deviation >= 0 && deviation < 1, "jitter is " + deviation, "Give a share from 0 to below 1.");
        jitter = deviation;
        return this;
    }

    /** Seed of the random numbers for jitter and stragglers; 0 by default. */
    public ScaleSettings seed(long value) {
        seed = value;
        return this;
    }

    /** What comm_size means. */
    @Internal
    public CollectiveSizes sizes() {
        return sizes;
    }

    /** Number of chunks into which collectives will be split. */
    public int splits() {
        return splits;
    }

    /** The factor on every comm_size. */
    public double commScale() {
        return commScale;
    }

    /** The type that collectives are turned into, or null. */
    public CollectiveType rewritten() {
        return type;
    }

    /** The size in bytes set for all collectives, or 0 to keep theirs. */
    public long rewrittenBytes() {
        return commSize;
    }

    /** The gradients to reduce, or null. */
    @Internal
    public GradientSync gradients() {
        return gradients;
    }

    /** The degree of tensor parallelism, or 0. */
    public int tensorParallel() {
        return tensorParallel;
    }

    /** The factors on durations by kind of computation. */
    public Map<OpClass, Double> compute() {
        return Collections.unmodifiableMap(compute);
    }

    /** Factors by rank of the given stragglers. */
    public Map<Integer, Double> stragglers() {
        return Collections.unmodifiableMap(stragglers);
    }

    /** Number of stragglers chosen at random. */
    public int chosenStragglers() {
        return chosenStragglers;
    }

    /** The factor of the stragglers chosen at random. */
    public double chosenFactor() {
        return chosenFactor;
    }

    /** The standard deviation of durations. */
    public double jitter() {
        return jitter;
    }

    /** Seed of the random numbers. */
    public long seed() {
        return seed;
    }

    /** Whether nothing but the number of ranks may change. */
    public boolean isPlain() {
        boolean comm = commScale == 1 && type == null && gradients == null && tensorParallel == 0;
        return comm && compute.isEmpty() && stragglers.isEmpty() && chosenStragglers == 0 && jitter == 0;
    }

    /** The options that differ from the defaults. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("sizes " + sizes + ", splits " + splits);
        add(text, commScale != 1, "commScale " + commScale);
        add(text, type != null, "rewrite " + type + (commSize > 0 ? " " + new Bytes(commSize) : ""));
        add(text, tensorParallel > 0, "tensorParallel " + tensorParallel);
        add(text, gradients != null, "gradients " + gradients);
        add(text, !compute.isEmpty(), "compute " + compute);
        add(text, !stragglers.isEmpty(), "stragglers " + stragglers);
        add(text, chosenStragglers > 0, chosenStragglers + " stragglers x " + chosenFactor);
        add(text, jitter > 0, "jitter " + jitter);
        add(text, seed != 0, "seed " + seed);
        return text.toString();
    }

    private static void add(StringBuilder text, boolean given, String what) {
        if (given) {
            text.append(", ").append(what);
        }
    }

    @Internal
    @Override
    public Saved saved() {
        return new Values(
                sizes,
                splits,
                commScale,
                type,
                commSize,
                gradients,
                tensorParallel,
                compute,
                stragglers,
                chosenStragglers,
                chosenFactor,
                jitter,
                seed);
    }

    /** All options. */
    private record Values(
            CollectiveSizes sizes,
            int splits,
            double commScale,
            CollectiveType type,
            long commSize,
            GradientSync gradients,
            int tensorParallel,
            Map<OpClass, Double> compute,
            Map<Integer, Double> stragglers,
            int chosenStragglers,
            double chosenFactor,
            double jitter,
            long seed)
            implements Saved {
        @Override
        public Object restored() {
            ScaleSettings made = new ScaleSettings()
                    .sizes(sizes)
                    .splits(splits)
                    .commScale(commScale)
                    .stragglers(chosenStragglers, chosenFactor)
                    .jitter(jitter)
                    .seed(seed);
            made.type = type;
            made.commSize = commSize;
            made.gradients = gradients;
            made.tensorParallel = tensorParallel;
            made.compute.putAll(compute);
            made.stragglers.putAll(stragglers);
            return made;
        }
    }
}
