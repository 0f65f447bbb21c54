// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.report.Progress;
import org.etude.report.Sha256;

/** Computes a content hash of execution traces, under which results are cached. */
public final class EtDigest {
    private EtDigest() {}

    /**
     * SHA-256 in hexadecimal over every record as it would be written, rank by rank, and the groups. A shared graph is
     * read once. O(bytes).
     */
    public static String of(List<EtGraph> ranks, CommGroups groups) {
        MessageDigest all = Sha256.digest();
        Map<EtGraph, byte[]> known = new IdentityHashMap<>();
        for (EtGraph graph : ranks) {
            Progress.checkInterrupted();
            all.update(known.computeIfAbsent(graph, EtDigest::of));
        }
        all.update(groups.groups().toString().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(all.digest());
    }

    private static byte[] of(EtGraph graph) {
        MessageDigest digest = Sha256.digest();
        try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            EtFiles.write(graph, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return digest.digest();
    }
}
