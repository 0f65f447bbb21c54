// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelCostTest {
    private static final double NEVER_WAITS = 1;

    private static KernelCost cost(String gpu, ElementType type) {
        return new KernelCost(Gpus.named(gpu), type, MachineFit.NONE);
    }

    /** 27 x 4 tiles of 256 x 128 fill the 108 processors of an A100 once; a depth of 1,920 hides all but 128 of 2,048. */
    @Test
    void wholeWavesOfTheLargestTileLoseOnlyTheUnhiddenDepth() {
        Gemm full = new Gemm(27 * 256, 4 * 128, 1920);
        assertThat(cost("A100", ElementType.BF16).shape(full)).isEqualTo(1920.0 / 2048, within(1e-12));
    }

    /** One more tile than processors takes a second wave; a row more in each column needs another row of tiles. */
    @Test
    void aTileMoreThanAWaveCostsAWave() {
        KernelCost a100 = cost("A100", ElementType.BF16);
        double whole = a100.product(new Gemm(27 * 256, 4 * 128, 8192), NEVER_WAITS);
        double more = a100.product(new Gemm(27 * 256 + 1, 4 * 128, 8192), NEVER_WAITS);
        assertThat(more / whole).isBetween(1.05, 2.0);
    }

    @Test
    void theSecondCeilingIsMemory() {
        KernelCost a100 = cost("A100", ElementType.BF16);
        double bytes = 2039e6 * 0.64;
        assertThat(a100.elements(bytes)).isEqualTo(1e6 + 1500, within(1e-3));
        assertThat(a100.product(new Gemm(1, 1, 64), bytes)).isEqualTo(1e6 + 1500, within(1e-3));
    }

    @Test
    void eachElementTypeHasARateOfItsOwn() {
        Gemm large = new Gemm(16384, 16384, 16384);
        double bf16 = cost("GB200", ElementType.BF16).product(large, 1);
        double fp8 = cost("GB200", ElementType.MXFP8).product(large, 1);
        double fp4 = cost("GB200", ElementType.NVFP4).product(large, 1);
        assertThat(bf16 / fp8).isBetween(1.9, 2.1);
        assertThat(fp8 / fp4).isBetween(1.9, 2.1);
        assertThat(cost("GB200", ElementType.NVFP4).halfProduct(large, 1)).isEqualTo(bf16);
        assertThat(cost("H100", ElementType.BF16).cast(1e9, false)).isZero();
        assertThat(cost("H100", ElementType.FP8).cast(1e9, false)).isEqualTo(4e9 / (3350 * 0.64) + 1500, within(1e-3));
    }

    /** Scales of the tensor itself: its largest number is found before the cast, unless the kernel before it did. */
    @Test
    void currentScalesReadOnceMore() {
        KernelCost current = cost("H100", ElementType.FP8_CS);
        KernelCost delayed = cost("H100", ElementType.FP8);
        assertThat(current.cast(1e9, false)).isEqualTo(6e9 / (3350 * 0.64) + 1500, within(1e-3));
        assertThat(current.cast(1e9, true)).isEqualTo(delayed.cast(1e9, false)).isEqualTo(delayed.cast(1e9, true));
        Gemm large = new Gemm(16384, 16384, 16384);
        assertThat(current.product(large, 1)).isEqualTo(delayed.product(large, 1));
    }

    /** Rows and columns of 4,096 by 14,336 are cast in 58 us on a B200, and grouped products reach 2,672 of 3,090 of a single one's rate. */
    @Test
    void castsAndGroupedProductsAreAsFastAsMeasured() {
        assertThat(cost("B200", ElementType.MXFP8).cast(4096.0 * 14336, false)).isEqualTo(57_200 + 1500, within(200.0));
        KernelCost gb200 = cost("GB200", ElementType.MXFP8);
        double one = gb200.product(new Gemm(1 << 17, 2048, 7168), NEVER_WAITS) - 1500;
        double grouped = gb200.product(new Gemm(1 << 14, 2048, 7168, 8), NEVER_WAITS) - 1500;
        assertThat(one / grouped).isEqualTo(2672 / 3090.0, within(1e-9));
        assertThat(new Gemm(1 << 14, 2048, 7168, 8).operations() / grouped / 1000)
                .isBetween(2400.0, 2700.0);
    }

    /**
     * 8,192 tokens of 128 heads of 64, 128 states, one group and chunks of 256 take 0.649 ms on an H100 (vLLM pull request 27299): states
     * of chunks, what is passed on, which waits for its bytes, pairs and outputs.
     */
    @Test
    void productsOfStatesReachWhatWasMeasured() {
        KernelCost h100 = cost("H100", ElementType.BF16);
        double tokens = 8192;
        double across = 128 * 2 * 128 * 64;
        double passed = 6 * 128 * 64 * 128 / 256.0;
        double time = h100.states(tokens * across, NEVER_WAITS, true)
                + h100.states(0, tokens * passed, true)
                + h100.states(tokens * 256 * 128 * 2, NEVER_WAITS, true)
                + h100.states(tokens * (128 * 256 * 64 + across), NEVER_WAITS, true);
        assertThat(time).isEqualTo(649e3, within(4e3));
    }

    /** Kernels of states have the rate of the processors: 132 of an H100 and an H200, 148 of a GB200 and a B300. */
    @Test
    void productsOfStatesGoWithTheProcessors() {
        double h200 = cost("H200", ElementType.BF16).states(1e12, NEVER_WAITS, false) - 1500;
        assertThat(h200).isEqualTo(1e12 / (132 * 228), within(1e-3));
        assertThat(cost("H100", ElementType.FP8).states(1e12, NEVER_WAITS, false) - 1500)
                .isEqualTo(h200, within(1e-3));
        for (String gpu : new String[] {"GB200", "B300"}) {
            double time = cost(gpu, ElementType.MXFP8).states(1e12, NEVER_WAITS, false) - 1500;
            assertThat(h200 / time).as(gpu).isEqualTo(148 / 132.0, within(1e-9));
        }
    }

    /** A GPU given by its peak has the processors of an H100, but not their rate. */
    @Test
    void productsOfStatesAreNoFasterThanLargeOnes() {
        GpuModel slow = Gpus.described(40, 3350, new Bytes(80L << 30), 450);
        double time = new KernelCost(slow, ElementType.BF16, MachineFit.NONE).states(1e12, NEVER_WAITS, true) - 1500;
        assertThat(time).isEqualTo(1e12 / slow.sustainedPerNano(ElementType.FP16), within(1e-3));
        assertThat(slow.sustainedPerNano(ElementType.FP16)).isBetween(20e3, 40e3);
    }

    @Test
    void whatIsNotKnownIsRefusedByName() {
        assertThatThrownBy(() -> ElementType.named("banana")).hasMessageContaining("unknown element type 'banana'");
        assertThatThrownBy(() -> Gpus.named("abacus")).hasMessageContaining("unknown GPU 'abacus'");
        assertThatThrownBy(() -> cost("A100", ElementType.FP8))
                .hasMessageContaining("A100 has no matrix products of type FP8");
        assertThat(ElementType.named("FP8-CS")).isEqualTo(ElementType.FP8_CS);
        assertThat(ElementType.named("FP8-MX")).isEqualTo(ElementType.MXFP8);
        assertThat(ElementType.named("bfloat16")).isEqualTo(ElementType.BF16);
        assertThat(ElementType.named("bf16-mixed")).isEqualTo(ElementType.BF16);
        assertThat(ElementType.named("fp8_e4m3")).isEqualTo(ElementType.FP8);
    }

    /**
     * TFLOPS that OpenXLA publishes for products of more than 30 us on an H100 (xla/service/gpu/model/matmul_interpolator_data.h, sm_90, half
     * precision, batch, rows, columns and depth): bursts, which the rate of a long load is raised to. No constant is from them.
     */
    @ParameterizedTest
    @CsvSource({
        "2, 4096, 4096, 4096, 807.7",
        "4, 4096, 2048, 4096, 808.7",
        "4, 4096, 4096, 2048, 764.6",
        "1, 4096, 4096, 2048, 738.7",
        "1, 4096, 2048, 4096, 758.4",
        "4, 2048, 2048, 1024, 674.0",
        "1, 4096, 1024, 4096, 738.5",
        "4, 4096, 512, 2048, 703.6",
        "2, 4096, 4096, 512, 607.7",
        "4, 4096, 2048, 256, 458.5",
        "2, 4096, 2048, 512, 546.4"
    })
    void largeProductsOfAnH100AreAsFastAsPublished(int batch, int rows, int columns, int depth, double published) {
        MachineFit burst = new MachineFit(834 / 755.0, 1, 1, 1);
        KernelCost cost = new KernelCost(Gpus.named("H100"), ElementType.BF16, burst);
        double operations = 2.0 * batch * rows * columns * depth;
        // Batched products of one kind are no grouped products: the same tiles as one product of all rows.
        double nanos = cost.product(new Gemm((double) batch * rows, columns, depth), 0);
        assertThat(operations / nanos / 1000).isCloseTo(published, within(0.09 * published));
    }

    @ParameterizedTest
    @CsvSource({
        "DGX-GB300, GB300",
        "DGX GB300 NVL72, GB300",
        "GB200-NVL72, GB200",
        "NVIDIA H100-SXM5-80GB, H100",
        "NVIDIA H100 80GB HBM3, H100",
        "Tesla V100-SXM2-32GB, V100",
        "nvidia_a100_sxm4_40gb, A100-40GB",
        "A100-SXM4-80GB, A100-80GB",
        "HGX H200 141GB, H200",
        "AMD Instinct MI300X OAM, MI300X",
        "TPU v5p, TPU-V5P"
    })
    void aGpuIsKnownAsItIsSold(String typed, String meant) {
        assertThat(Gpus.named(typed).name()).isEqualTo(meant);
    }

    /** Other rates than those of the module that the table has. */
    @ParameterizedTest
    @ValueSource(strings = {"H100 PCIe", "H100 NVL", "H100-94GB", "V100-16GB", "H100 NVL72", "H1", "", "DGX", "A100-"})
    void anotherCardIsAnotherGpu(String typed) {
        assertThatThrownBy(() -> Gpus.named(typed)).hasMessageContaining("unknown GPU '" + typed + "'");
    }

    @Test
    void aDescribedGpuHasItsOwnRates() {
        GpuModel own = Gpus.described(500, 2000, new Bytes(64L << 30), 100);
        assertThat(own.teraFlops()).isEqualTo(500);
        assertThat(own.memoryRate()).isEqualTo(2000);
        assertThat(own.node().link()).isEqualTo(80);
        assertThat(own.peakPerNano(ElementType.FP8)).isEqualTo(500_000 * 1979 / 989.0, within(1e-6));
    }

    /** No product is faster than its operations at the sustained rate, nor than its bytes. */
    @Property(tries = 300)
    void noProductBeatsTheCeilings(
            @ForAll @IntRange(min = 1, max = 20_000) int rows,
            @ForAll @IntRange(min = 1, max = 20_000) int columns,
            @ForAll @IntRange(min = 1, max = 20_000) int depth,
            @ForAll @IntRange(min = 1, max = 64) int count) {
        Gemm gemm = new Gemm(rows, columns, depth, count);
        KernelCost h100 = cost("H100", ElementType.BF16);
        double bytes = 2.0 * count * ((double) rows * columns + (double) columns * depth + (double) rows * depth);
        double time = h100.product(gemm, bytes);
        assertThat(time).isGreaterThanOrEqualTo(gemm.operations() / h100.gpu().sustainedPerNano(ElementType.BF16));
        assertThat(time).isGreaterThanOrEqualTo(bytes / h100.gpu().memoryRate());
        assertThat(h100.shape(gemm)).isBetween(0.0, 1.0);
    }
}
