// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostKinds;
import org.etude.et.host.HostTimeline;
import org.etude.link.Recording;
import org.etude.link.model.LinkedRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What slices of the host are the same work. */
class HostKindsTest {
    private static final int HOST = 1;

    @TempDir
    Path dir;

    private final Recording.Rank rank = new Recording(1).rank(0).thread(2, HOST);

    private List<String> rests() {
        LinkedRank linked = rank.link(dir);
        BackendThreads backend = new BackendThreads(linked);
        HostTimeline host = new HostTimeline(linked, new long[0], new SideThreads(linked, backend).elsewhere(), 1_000);
        HostKinds kinds = new HostKinds(linked, host);
        List<String> rests = new ArrayList<>();
        for (int slice = 0; slice < host.size(); slice++) {
            if (host.operator(slice) < 0) {
                rests.add(kinds.of(slice));
            }
        }
        return rests;
    }

    /** Operators that hold another, so that each of them ends with time of its own. */
    private void nested(String mark) {
        rank.op(10, mark, 2, HOST, 0, 1000);
        rank.op(11, "aten::mul_", 10, HOST, 100, 50).op(12, "aten::to", 11, HOST, 110, 20);
        rank.op(13, "aten::sum", 10, HOST, 500, 50).op(14, "aten::to", 13, HOST, 510, 20);
    }

    @Test
    void whatAStepDoesBetweenOperatorsDependsOnTheOneBefore() {
        nested("ProfilerStep#3");
        assertThat(rests())
                .containsExactly(
                        "rest aten::mul_ -1 -1 behind aten::to",
                        "rest ProfilerStep# -1 -1 behind aten::mul_",
                        "rest aten::sum -1 -1 behind aten::to",
                        "rest ProfilerStep# -1 -1 behind aten::sum");
    }

    /** One piece of a library's code: its rests are compared as one kind. */
    @Test
    void whatAnotherRangeDoesIsOneKind() {
        nested("FSDP::pre_forward");
        assertThat(rests())
                .containsExactly(
                        "rest aten::mul_ -1 -1 behind aten::to",
                        "rest FSDP::pre_forward -1 -1",
                        "rest aten::sum -1 -1 behind aten::to",
                        "rest FSDP::pre_forward -1 -1");
    }
}
