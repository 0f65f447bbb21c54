// SPDX-License-Identifier: Apache-2.0
package org.etude.data;

import java.util.Arrays;

/**
 * Renumbering that leaves a number for one more operator at each collective: {@code gloo:X} becomes {@code record_param_comms}
 * with {@code nccl:X} inside.
 */
final class RecordIds {
    private final long[] collectives;

    /** Record function ids of the collectives as recorded. */
    RecordIds(long[] collectives) {
        this.collectives = collectives.clone();
        Arrays.sort(this.collectives);
    }

    /** The new Record function id of a recorded operator; of a collective, that of its record_param_comms. */
    long record(long recorded) {
        int at = Arrays.binarySearch(collectives, recorded);
        return recorded + (at < 0 ? -at - 1 : at);
    }

    /** The new id of a recorded node or tensor. Ids count from 1 and the root stays 1; even ids are new. */
    static long node(long recorded) {
        return recorded <= 0 ? recorded : 2 * recorded - 1;
    }

    /** The id of the node that is added inside a recorded one. */
    static long inside(long recorded) {
        return 2 * recorded;
    }
}
