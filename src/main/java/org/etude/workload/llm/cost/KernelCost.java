// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

/**
 * Time of one kernel on a GPU: the longer of its operations at the rate that its shape allows, and its bytes at the rate of
 * device memory. All times in ns.
 *
 * <p>A product is divided into tiles that processors process in waves, so the last wave and border tiles are partly
 * idle (NVIDIA, Matrix Multiplication Background User's Guide, "Tile Quantization" and "Wave Quantization"). Libraries
 * choose the tile size; smaller tiles waste less but load more per operation. A short inner dimension does not hide
 * loading of the first and writing of the last tile.
 */
public final class KernelCost {
    /** Tiles of cuBLAS and CUTLASS for tensor cores (rows, columns), as the guide lists them. */
    private static final int[][] TILES = {{256, 128}, {128, 256}, {128, 128}, {128, 64}, {64, 64}};
    /**
     * Operations per loaded element against the largest tile, to a power that spreads 1 to 0.72. An estimate by eye from the
     * guide's figure "larger tiles run more efficiently" for 256x128, 128x128 and 64x64 on an A100.
     */
    private static final double TILE_POWER = 0.3;
    /**
     * Inner dimension whose loading and writing is not hidden. An estimate: two stages of 64 elements of a software
     * pipeline.
     */
    private static final double UNHIDDEN_DEPTH = 128;
    /**
     * Fraction of the data sheet's memory rate that memory-bound kernels of a step achieve: fitted to every twelfth row
     * of vTrain's single-node A100 table (docs/planner.md has the computation; 95 % interval 0.57 to 0.72), and taken
     * over for all GPUs.
     */
    public static final double MEMORY_SHARE = 0.64;
    /** A stream's gap between two dependent kernels: launch latency and drain, ns. An estimate. */
    private static final double GAP = 1500;
    /** Batched products of scores: short sums (a head's width) and a large result; share of the rate of large products. An estimate. */
    private static final double BATCHED_SHARE = 0.6;
    /**
     * Operations per ns and processor of the products of state spaces in the forward pass under mamba_ssm, whose kernels are Triton's:
     * those of 8,192 tokens, 128 heads of 64, 128 states, one group and chunks of 256 take 0.649 ms on an H100 (12.6 million tokens a
     * second, "Original" in vLLM pull request 27299), less what this model has for the bytes of the states passed on.
     */
    private static final double STATES = 719;
    /**
     * The same for gradients, fitted to two timings: with it a Mamba-2 of 1.34 billion parameters, with Megatron's kernels and chunks of
     * 256 tokens, takes 0.545 s on an H200 and 0.370 on a GB200; 239.2 and 360.4 TFLOPS were measured (state-spaces/mamba issue 904),
     * which is 0.552 and 0.367 s at 6 operations per parameter and token. With the kernels of mamba_ssm's own model it would be some
     * 205. On an A100, whose clock is slower, it is 12 % too fast.
     */
    private static final double STATES_BACKWARD = 228;
    /**
     * Fraction of a single product's rate that grouped products achieve: 2,672 of 3,090 TFLOPS, products of experts
     * 7,168 deep and 2,048 wide in MXFP8 on a GB200 (Megatron-LM, docs/discussions/deepseek-v3-gb200-optimization;
     * 3,090 is this model's of one product).
     */
    private static final double GROUPED_SHARE = 2672 / 3090.0;
    /**
     * Share of the memory's rate at which operands are cast to microscaled types, rows and columns: 4,105 of 7,700 GB/s, 4,096 by 14,336
     * on a B200 (TransformerEngine pull request 3137).
     */
    private static final double CAST_SHARE = 4105 / 7700.0;
    /** Share of the bytes of attention with scores that its products move: 4 of 13 forward, 8 of 19 backward. */
    private static final double PRODUCT_BYTES = 0.36;

    private final GpuModel gpu;
    private final ElementType type;
    private final MachineFit fit;
    private final AttentionKernel attention;

    /** Kernels of a GPU for products of this type, with the attention kernel that frameworks use. */
    public KernelCost(GpuModel gpu, ElementType type, MachineFit fit) {
        this(gpu, type, fit, gpu.attention().usual());
    }

    /** The same with a given attention kernel. */
    public KernelCost(GpuModel gpu, ElementType type, MachineFit fit, AttentionKernel attention) {
        this.gpu = gpu;
        this.type = type;
        this.fit = fit;
        this.attention = attention;
        gpu.peakPerNano(type);
    }

    /** The same kernels for products of another type. */
    public KernelCost of(ElementType other) {
        return other == type ? this : new KernelCost(gpu, other, fit, attention);
    }

    /** The GPU. */
    public GpuModel gpu() {
        return gpu;
    }

    /** The type of its products. */
    public ElementType type() {
        return type;
    }

    /**
     * A product in the type of this cost.
     *
     * @param bytes bytes read and written when elements take two bytes
     */
    public double product(Gemm gemm, double bytes) {
        return product(gemm, bytes * type.bytes() / 2, type);
    }

    /** A product that stays in half precision, such as the output layer and the router. */
    public double halfProduct(Gemm gemm, double bytes) {
        return product(gemm, bytes, type.bytes() < 2 ? ElementType.BF16 : type);
    }

    private double product(Gemm gemm, double bytes, ElementType of) {
        double grouped = gemm.count() > 1 ? GROUPED_SHARE : 1;
        double rate = gpu.sustainedPerNano(of) * fit.compute() * shape(gemm) * grouped;
        return GAP + Math.max(gemm.operations() / rate, memory(bytes));
    }

    /** The fraction of its sustained rate that a product's shape allows, above 0 and at most 1. */
    public double shape(Gemm gemm) {
        double best = 0;
        for (int[] tile : TILES) {
            best = Math.max(best, tiled(gemm, tile[0], tile[1]));
        }
        return best * gemm.depth() / (gemm.depth() + UNHIDDEN_DEPTH);
    }

    private double tiled(Gemm gemm, int rows, int columns) {
        double tiles = Math.ceil(gemm.rows() / rows) * Math.ceil(gemm.columns() / columns) * gemm.count();
        double waves = Math.ceil(tiles / gpu.processors());
        double useful = gemm.rows() * gemm.columns() * gemm.count();
        double computed = waves * gpu.processors() * rows * columns;
        double intensity = (double) rows * columns / (rows + columns) / (256.0 * 128 / (256 + 128));
        return useful / computed * Math.pow(intensity, TILE_POWER);
    }

    /** Element-wise work: bytes at the rate of device memory. */
    public double elements(double bytes) {
        return GAP + memory(bytes);
    }

    private double memory(double bytes) {
        return bytes / (gpu.memoryRate() * MEMORY_SHARE * fit.memory());
    }

    /**
     * Casting an operand of this many elements to the type of this cost; 0 for half precision.
     *
     * @param scanned whether the kernel that made the operand found its largest element
     */
    public double cast(double elements, boolean scanned) {
        double slower = type.isMicroscaled() ? MEMORY_SHARE / CAST_SHARE : 1;
        double bytes = type.castBytes() + (scanned ? 0 : type.scanBytes());
        return type.isCast() ? elements(elements * bytes * slower) : 0;
    }

    /** Fused attention: operations at the kernel's share of the half-precision peak, but no faster than its bytes. */
    public double attention(double operations, double bytes, AttentionShape shape, boolean forward) {
        double share = gpu.attention().share(attention, shape, forward);
        double rate = gpu.peakPerNano(ElementType.FP16) * share * fit.compute();
        return GAP + Math.max(operations / rate, memory(bytes));
    }

    /**
     * Attention whose scores go through memory: batched products, and memory-bound softmax and dropout between them, in
     * sequence.
     */
    public double scores(double operations, double bytes) {
        double rate = gpu.sustainedPerNano(ElementType.FP16) * fit.compute() * BATCHED_SHARE;
        double products = Math.max(operations / rate, memory(bytes * PRODUCT_BYTES));
        return 4 * GAP + products + memory(bytes * (1 - PRODUCT_BYTES));
    }

    /**
     * Products of a Mamba-2 layer's states in chunks, as mamba_ssm's kernels compute them: operations at the rate of the processors,
     * but no faster than large products, or than their bytes.
     *
     * @param forward whether they are those of a forward pass, or for gradients
     */
    public double states(double operations, double bytes, boolean forward) {
        double rate = Math.min(
                gpu.processors() * (forward ? STATES : STATES_BACKWARD), gpu.sustainedPerNano(ElementType.FP16));
        return GAP + Math.max(operations / (rate * fit.compute()), memory(bytes));
    }
}
