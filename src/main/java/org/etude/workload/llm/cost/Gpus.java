// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.spec.LlmException;
import org.etude.unit.Bytes;

/**
 * The GPUs that are known, by name.
 *
 * <p>Where each figure is from (docs/planner.md has the list):
 *
 * <ul>
 *   <li>Peaks, memory and rates of memory: the vendors' data sheets.
 *   <li>Sustained share of the A100: fitted to every twelfth row of vTrain's single-node table.
 *   <li>Looked up: large products of an H200 reach 834 TFLOPS in a burst and 755 under sustained load, of a B200 1,429
 *       sustained (Bekman, ml-engineering, "Maximum Achievable" and "Maximum Sustainable Matmul FLOPS").
 *   <li>Noted from the same tables and not looked up again: bursts of the H100 (0.803, FP8 0.709), H200 FP8 0.734, B200 0.776 and
 *       0.763, B300 0.786 and 0.745, GB200 0.729 and 0.723, MI325X 0.604, MI355X 0.680. They are lowered as H200 and B200 are from
 *       burst to sustained, which is an estimate, and raised by the cube root of higher power limits, which is another.
 *   <li>Estimates from memory: V100, H20, GH200, MI250X, MI300X (after SemiAnalysis, December 2024), TPU v5p, shares of types
 *       without a figure, all shares of fused attention on AMD's and Google's parts, latencies of links and NICs.
 * </ul>
 *
 * <p>Links: bus bandwidth of nccl-tests and rccl-tests over a whole node, largest sizes: A100 230 GB/s and V100 134 (vTrain's
 * tables), H100 and H200 360 without NVLS, MI300X 316, MI325X 319, MI355X 390 (ROCm/cvs acceptance). NVLink 5: 0.8 of its 900,
 * as on NVLink 4, an estimate. Fused attention: {@link AttentionRates}; Blackwell's shares are estimates, against which 1,418 TFLOPS
 * forward and 1,118 to 1,209 backward were measured (FlashAttention-4, causal, width 128, 8,192 tokens: flash-attention pull request
 * 2280, GPU not named), with cuDNN's curve on an H100.
 */
public final class Gpus {
    private static final Pattern SEPARATOR = Pattern.compile("[-_ ]+");
    private static final Pattern MAKER = Pattern.compile("^((DGX|HGX|NVIDIA|TESLA|AMD|INSTINCT|GOOGLE)-)+");
    private static final Pattern FORM = Pattern.compile("-(SXM[2-6]?|OAM)(?=-|$)|(?<=^GB[23]00)-NVL72$");
    /** Names of drivers tell the kind of memory of some cards: NVIDIA H100 80GB HBM3. */
    private static final Pattern SIZED = Pattern.compile("(.+)-([0-9]{2,3})GB?(-HBM[23]E?)?");

    /** Its tensor cores multiply half precision alone: NVIDIA's guide to mixed precision has BF16 and TF32 from Ampere on. */
    private static final String VOLTA = "V100";

    private static final long GIB = 1L << 30;
    /** 0.787 times 1.016, the factor of the fit to vTrain's single-node table; 95 % interval 0.74 to 0.86. */
    private static final double A100_SUSTAINED = 0.80;

    private static final double HOPPER_SUSTAINED = 755 / 834.0;
    private static final double BLACKWELL_SUSTAINED = 1429 / 1745.0;
    private static final double BLACKWELL_WATTS = 1000;

    /** cuDNN at width 128 and 8,192 tokens, the backward pass as {@link AttentionRates} derives it. */
    private static final double HOPPER_FORWARD = 529 / 989.0;

    private static final double HOPPER_BACKWARD = 518 * 529 / 600.0 / 989;
    /**
     * FlashAttention-2 at width 128 and 8,192 tokens: its share of the A100's peak without a mask is 0.73 forward (230 TFLOPS: Dao 2023,
     * section 4) and 0.63 backward at most (noted from memory), times what the mask costs there on an H100 (333 of 370).
     */
    private static final double AMPERE_FORWARD = 0.73 * 333 / 370;

    private static final double AMPERE_BACKWARD = 0.63 * 318 / 322 * 333 / 370;

    /** Fraction of the links' data-sheet rate that a ring achieves: 360 of 450 GB/s of an H100 in nccl-tests. */
    static final double RING_SHARE = 0.8;

    private static final NodeModel A100_NODE = new NodeModel(8, 230, 197, 25, 102_500, 8_000);
    private static final NodeModel H100_NODE = new NodeModel(8, 360, 340, 50, 20_000, 8_000);
    private static final NodeModel B200_NODE = new NodeModel(8, 720, 680, 50, 20_000, 8_000);
    private static final NodeModel NVL72 = new NodeModel(72, 720, 680, 50, 20_000, 8_000);
    private static final NodeModel MI300_NODE = new NodeModel(8, 316, 48, 50, 20_000, 12_000);

    private static final Map<String, GpuModel> ALL = all();

    private Gpus() {}

    /** The names, in the order of the table. */
    public static Iterable<String> names() {
        return ALL.keySet();
    }

    /**
     * The GPU of a name; data-sheet prefixes such as {@code DGX-} are left out.
     *
     * @throws LlmException when there is none, with the names that are known
     */
    public static GpuModel named(String name) {
        return find(name)
                .orElseThrow(() -> new LlmException(
                        name == null ? "no GPU is given" : "unknown GPU '" + name + "'",
                        (name == null ? "Name it (--gpu, --gpu_type): " : "Give ") + "one of "
                                + String.join(", ", ALL.keySet())
                                + ", or describe it: --peak-tflops, --hbm, --memory, --link."));
    }

    /**
     * The GPU of a name, if it is known. The maker, the form of its module ({@code H100-SXM5}) or rack ({@code GB200 NVL72})
     * and the size of its memory may be part of the name; a PCIe card, or another memory, is another GPU.
     */
    public static Optional<GpuModel> find(String name) {
        if (name == null) {
            return Optional.empty();
        }
        String plain = SEPARATOR.matcher(name.strip().toUpperCase(Locale.ROOT)).replaceAll("-");
        plain = MAKER.matcher(plain).replaceFirst("");
        plain = FORM.matcher(plain).replaceFirst("");
        GpuModel exactly = ALL.get(plain);
        Matcher sized = SIZED.matcher(plain);
        if (exactly != null || !sized.matches()) {
            return Optional.ofNullable(exactly);
        }
        Bytes size = new Bytes(Integer.parseInt(sized.group(2)) * GIB);
        return Optional.ofNullable(ALL.get(sized.group(1)))
                .filter(gpu -> gpu.memory().equals(size));
    }

    /**
     * A GPU that is described: shares of its peaks as on an H100, whose chip is the one measured most.
     *
     * @param teraFlops half-precision peak, 1e12 operations per second
     * @param rate 1e9 bytes per second of device memory
     * @param memory size of device memory
     * @param link 1e9 bytes per second and direction of its links to GPUs of the same node
     */
    public static GpuModel described(double teraFlops, double rate, Bytes memory, double link) {
        GpuModel base = ALL.get("H100").with(teraFlops, rate, memory);
        return new GpuModel(
                "own",
                base.peak(),
                base.sustained(),
                base.processors(),
                base.memoryRate(),
                base.memory(),
                base.attention(),
                base.node().withLink(link * RING_SHARE));
    }

    private static Map<String, GpuModel> all() {
        Map<String, GpuModel> all = new LinkedHashMap<>();
        AttentionModel ampere = new AttentionModel(
                List.of(AttentionKernel.FLASH2, AttentionKernel.TRITON), AMPERE_FORWARD, AMPERE_BACKWARD);
        AttentionModel hopper = new AttentionModel(
                List.of(AttentionKernel.CUDNN, AttentionKernel.FLASH3, AttentionKernel.FLASH2, AttentionKernel.TRITON),
                HOPPER_FORWARD,
                HOPPER_BACKWARD);
        AttentionModel blackwell = new AttentionModel(List.of(AttentionKernel.CUDNN), 0.62, 0.49);
        AttentionModel cdna = only(0.35, 0.25);
        add(
                all,
                VOLTA,
                new Rates(125, 0, 0, 0.75, 0, 80, 900, 32),
                only(0.4, 0.3),
                new NodeModel(8, 134, 22.5, 12.5, 44_300, 8_000));
        for (String name : new String[] {"A100", "A100-80GB", "A800"}) {
            NodeModel node = name.equals("A800") ? A100_NODE.withLink(160) : A100_NODE;
            add(all, name, new Rates(312, 0, 0, A100_SUSTAINED, 0, 108, 2039, 80), ampere, node);
        }
        add(all, "A100-40GB", new Rates(312, 0, 0, A100_SUSTAINED, 0, 108, 1555, 40), ampere, A100_NODE);
        double h100 = 0.803 * HOPPER_SUSTAINED;
        double h100Fp8 = 0.709 * HOPPER_SUSTAINED;
        add(all, "H100", new Rates(989, 1979, 0, h100, h100Fp8, 132, 3350, 80), hopper, H100_NODE);
        add(all, "H800", new Rates(989, 1979, 0, h100, h100Fp8, 132, 3350, 80), hopper, H100_NODE.withLink(160));
        add(
                all,
                "H200",
                new Rates(989, 1979, 0, 755 / 989.0, 0.734 * HOPPER_SUSTAINED, 132, 4800, 141),
                hopper,
                H100_NODE);
        add(
                all,
                "GH200",
                new Rates(989, 1979, 0, 0.836 * HOPPER_SUSTAINED, 0.776 * HOPPER_SUSTAINED, 132, 4800, 141),
                hopper,
                H100_NODE);
        add(
                all,
                "H20",
                new Rates(148, 296, 0, 0.9, 0.9, 78, 4000, 96),
                new AttentionModel(hopper.kernels(), 0.8, 0.7),
                H100_NODE);
        add(
                all,
                "B200",
                new Rates(2250, 4500, 9000, sustained(0.776, 1000), sustained(0.763, 1000), 148, 7700, 180),
                blackwell,
                B200_NODE);
        add(
                all,
                "B300",
                new Rates(2250, 4500, 13500, sustained(0.786, 1300), sustained(0.745, 1300), 148, 8000, 268),
                blackwell,
                B200_NODE.withNic(100));
        add(
                all,
                "GB200",
                new Rates(2500, 5000, 10000, sustained(0.729, 1200), sustained(0.723, 1200), 148, 8000, 186),
                blackwell,
                NVL72);
        add(
                all,
                "GB300",
                new Rates(2500, 5000, 15000, sustained(0.729, 1400), sustained(0.723, 1400), 148, 8000, 278),
                blackwell,
                NVL72.withNic(100));
        add(
                all,
                "MI250X",
                new Rates(191.5, 0, 0, 0.767, 0, 110, 1638, 64),
                cdna,
                new NodeModel(8, 100, 40, 25, 20_000, 12_000));
        add(all, "MI300X", new Rates(1307, 2614, 0, 620 / 1307.0, 990 / 2614.0, 304, 5300, 192), cdna, MI300_NODE);
        add(all, "MI325X", new Rates(1307, 2614, 0, 0.604, 0.58, 304, 6000, 256), cdna, MI300_NODE.withLink(319));
        add(all, "MI355X", new Rates(2517, 5033, 10066, 0.62, 0.6, 256, 8000, 288), cdna, MI300_NODE.withLink(390));
        add(
                all,
                "TPU-V5P",
                new Rates(459, 0, 0, 0.85, 0, 8, 2765, 95),
                only(0.5, 0.45),
                new NodeModel(8960, 160, 80, 25, 10_000, 8_000));
        return all;
    }

    /** A GPU of whose kernel of attention little is published: the curve of FlashAttention-2, with shares of its own. */
    private static AttentionModel only(double forward, double backward) {
        return new AttentionModel(List.of(AttentionKernel.FLASH2), forward, backward);
    }

    /** Figures of a data sheet and of large products: half precision, eight bits, four bits. */
    private record Rates(
            double half,
            double eight,
            double four,
            double sustainedHalf,
            double sustainedEight,
            int processors,
            double memoryRate,
            int gibibytes) {}

    private static double sustained(double burst, double watts) {
        return burst * Math.min(1, BLACKWELL_SUSTAINED * Math.cbrt(watts / BLACKWELL_WATTS));
    }

    private static void add(
            Map<String, GpuModel> all, String name, Rates rates, AttentionModel attention, NodeModel node) {
        Map<ElementType, Double> peak = new EnumMap<>(ElementType.class);
        Map<ElementType, Double> share = new EnumMap<>(ElementType.class);
        put(peak, share, rates.half, rates.sustainedHalf, ElementType.FP16);
        if (!name.equals(VOLTA)) {
            put(peak, share, rates.half, rates.sustainedHalf, ElementType.BF16);
            put(peak, share, rates.half / 2, rates.sustainedHalf, ElementType.TF32);
        }
        put(peak, share, rates.half / 16, rates.sustainedHalf, ElementType.FP32);
        boolean microscaled = rates.four > 0;
        put(peak, share, rates.eight, rates.sustainedEight, ElementType.FP8, ElementType.FP8_CS);
        put(peak, share, microscaled ? rates.eight : 0, rates.sustainedEight, ElementType.MXFP8);
        put(peak, share, rates.four, rates.sustainedEight, ElementType.NVFP4, ElementType.FP4);
        Bytes memory = new Bytes(rates.gibibytes * GIB);
        all.put(name, new GpuModel(name, peak, share, rates.processors, rates.memoryRate, memory, attention, node));
    }

    private static void put(
            Map<ElementType, Double> peak,
            Map<ElementType, Double> share,
            double rate,
            double sustained,
            ElementType... types) {
        for (ElementType type : types) {
            if (rate > 0) {
                peak.put(type, rate);
                share.put(type, sustained);
            }
        }
    }
}
