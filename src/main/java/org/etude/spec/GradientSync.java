// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.unit.Bytes;

/**
 * Gradients that data parallelism reduces after the backward pass.
 *
 * @param parameters parameters of the whole model
 * @param bytesPerParameter bytes per gradient element: 2 or 4
 * @param bucketBytes bucket size in bytes; 0 when {@code buckets} is given
 * @param buckets number of equal buckets; 0 when {@code bucketBytes} is given
 */
@Internal
public record GradientSync(long parameters, int bytesPerParameter, long bucketBytes, int buckets) {
    /** PyTorch's bucket: 25 MiB. */
    public static final Bytes PYTORCH_BUCKET = new Bytes(25L << 20);

    /** Each bucket is a node; this many of PyTorch's hold 400 TiB of gradients. */
    private static final int MOST = 1 << 24;

    /** Rejects invalid numbers. */
    public GradientSync {
        boolean one = bucketBytes > 0 ^ buckets > 0;
        if (parameters < 1 || bytesPerParameter < 1 || bucketBytes < 0 || buckets < 0 || !one) {
            throw new WorkloadException(
                    "gradients of " + parameters + " parameters of " + bytesPerParameter + " bytes in " + buckets
                            + " buckets of " + bucketBytes + " bytes",
                    "Give parameters, 2 or 4 bytes each, and either the size or the number of buckets.");
        }
        boolean tooMany = parameters > Long.MAX_VALUE / bytesPerParameter
                || (buckets > 0 ? buckets : parameters * bytesPerParameter / bucketBytes) > MOST;
        if (tooMany) {
            throw new WorkloadException(
                    "gradients of " + parameters + " parameters of " + bytesPerParameter
                            + " bytes, or their buckets, are too many: at most " + MOST + " buckets are supported",
                    "Check the number of parameters; or use fewer, larger buckets.");
        }
    }

    /** Half-precision gradients in PyTorch's buckets. */
    public static GradientSync of(long parameters) {
        return new GradientSync(parameters, 2, PYTORCH_BUCKET.value(), 0);
    }

    /** The same with gradients of this many bytes. */
    public GradientSync bytesPerParameter(int bytes) {
        return new GradientSync(parameters, bytes, bucketBytes, buckets);
    }

    /** The same in buckets of this many bytes, the last one smaller. */
    public GradientSync bucket(Bytes size) {
        return new GradientSync(
                parameters, bytesPerParameter, Given.value(size, "the size").value(), 0);
    }

    /** The same in this many equal buckets. */
    public GradientSync buckets(int count) {
        return new GradientSync(parameters, bytesPerParameter, 0, count);
    }

    /** Bytes of each rank's gradients when the model is split into this many parts. */
    public long bytes(int parts) {
        return Math.multiplyExact(parameters, bytesPerParameter) / parts;
    }

    /** Sizes of the buckets of a rank, each raised to a multiple of {@code unit}. */
    public List<Long> sizes(int parts, long unit) {
        List<Long> sizes = new ArrayList<>();
        long left = bytes(parts);
        long each = buckets > 0 ? (left + buckets - 1) / buckets : bucketBytes;
        while (left > 0) {
            long size = Math.min(each, left);
            sizes.add((size + unit - 1) / unit * unit);
            left -= size;
        }
        return sizes;
    }
}
