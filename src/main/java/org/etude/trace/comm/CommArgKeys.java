// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import java.util.List;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonNumber;
import org.etude.trace.json.JsonText;
import org.etude.trace.json.RawJson;

/** The {@code args} keys of Kineto events that describe a collective. */
public final class CommArgKeys {
    /** The keys, in the order of their numbers. */
    public static final List<String> NAMES = List.of(
            "Collective name",
            "dtype",
            "In msg nelems",
            "Out msg nelems",
            "In split size",
            "Out split size",
            "Process Group Name",
            "Process Group Description",
            "Group size",
            "Process Group Ranks",
            "Global rank start",
            "Global rank stride",
            "Rank",
            "Seq",
            "Src Rank",
            "Dst Rank",
            "Tag",
            "Process Group ID");

    private final JsonCursor cursor;
    private final JsonNumber number;
    private final CommFields comm;
    private final RawJson raw = new RawJson();

    /** Reads into {@code comm}. */
    public CommArgKeys(JsonCursor cursor, JsonNumber number, CommFields comm) {
        this.cursor = cursor;
        this.number = number;
        this.comm = comm;
    }

    /** Reads the value of the key with this number. */
    public void value(int key) {
        comm.touch();
        switch (key) {
            case 0 -> comm.collective = text();
            case 1 -> comm.dtype = text();
            case 2 -> comm.inElements = number.readLong(-1);
            case 3 -> comm.outElements = number.readLong(-1);
            case 4 -> comm.inSplit = list();
            case 5 -> comm.outSplit = list();
            case 6 -> comm.groupName = text();
            case 7 -> comm.groupDesc = text();
            case 8 -> comm.groupSize = number.readOrdinal();
            case 9 -> comm.groupRanks = list();
            default -> placement(key);
        }
    }

    private void placement(int key) {
        switch (key) {
            case 10 -> comm.rankStart = number.readLong(-1);
            case 11 -> comm.rankStride = number.readLong(-1);
            case 12 -> comm.rank = number.readLong(-1);
            case 13 -> comm.sequence = number.readLong(-1);
            case 14, 15 -> comm.peer = number.readLong(-1);
            case 16 -> comm.tag = number.readLong(-1);
            default -> {
                String id = text();
                comm.groupName = comm.groupName == null ? id : comm.groupName;
            }
        }
    }

    private String text() {
        return cursor.peek() == 'n' && cursor.takeNull() ? null : JsonText.read(cursor);
    }

    private String list() {
        if (cursor.peek() != '[') {
            return JsonText.read(cursor);
        }
        raw.read(cursor);
        return raw.text();
    }
}
