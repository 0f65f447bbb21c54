// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonNumber;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.StringTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arguments of a Kineto event, key by key, and the value they make. */
class CommFieldsTest {
    private final CommFields fields = new CommFields();

    private void read(String key, String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        JsonCursor cursor = new JsonCursor(bytes, 0, bytes.length);
        new CommArgKeys(cursor, new JsonNumber(cursor), fields).value(CommArgKeys.NAMES.indexOf(key));
    }

    @Test
    void everyKeyGoesToItsField() {
        assertThat(fields.isComm()).isFalse();
        read("Collective name", "\"allreduce\"");
        read("dtype", "\"BFloat16\"");
        read("In msg nelems", "1024");
        read("Out msg nelems", "2048");
        read("In split size", "[1, 2]");
        read("Out split size", "\"[3, 4]\"");
        read("Process Group Name", "\"7\"");
        read("Process Group Description", "\"default_pg\"");
        read("Group size", "2");
        read("Process Group Ranks", "\"[4, 6]\"");
        read("Global rank start", "40");
        read("Global rank stride", "2");
        read("Rank", "1");
        read("Seq", "99");
        read("Dst Rank", "6");
        read("Tag", "5");
        read("Process Group ID", "\"other\"");
        assertThat(fields.isComm()).isTrue();
        CommArgs expected = new CommArgs(
                "allreduce",
                "BFloat16",
                1024,
                2048,
                List.of(1L, 2L),
                List.of(3L, 4L),
                "7",
                "default_pg",
                2,
                List.of(4, 6),
                6,
                5,
                99);
        assertThat(fields.build()).isEqualTo(expected);
        CommFields copy = new CommFields();
        copy.copy(fields);
        assertThat(copy.build()).isEqualTo(expected);
        assertThat(copy.isComm()).isTrue();
        assertThat(copy.rankStart).isEqualTo(40);
        assertThat(copy.rankStride).isEqualTo(2);
        fields.clear();
        assertThat(fields.build()).isEqualTo(new CommFields().build());
        assertThat(fields.isComm()).isFalse();
    }

    @Test
    void withoutAnyFieldEveryValueIsMissing() {
        assertThat(fields.build())
                .isEqualTo(
                        new CommArgs(null, null, -1, -1, List.of(), List.of(), null, null, -1, List.of(), -1, -1, -1));
    }

    /** The number of a group replaces its name only where it has none. */
    @Test
    void aGroupIsCalledByItsNumberWhereItHasNoName() {
        read("Process Group ID", "\"3\"");
        assertThat(fields.build().groupName()).isEqualTo("3");
        assertThat(fields.isComm()).isTrue();
        read("Process Group Name", "null");
        assertThat(fields.groupName).isNull();
    }

    @Test
    void anyCountOfElementsMeansACollective() {
        read("In msg nelems", "0");
        assertThat(fields.isComm()).isTrue();
        fields.clear();
        read("Out msg nelems", "0");
        assertThat(fields.isComm()).isTrue();
        fields.clear();
        read("Seq", "1");
        assertThat(fields.isComm()).isFalse();
    }

    @Test
    void aStridedGroupIsWrittenOut() {
        read("Global rank start", "0");
        read("Global rank stride", "8");
        read("Group size", "3");
        assertThat(fields.build().groupRanks()).containsExactly(0, 8, 16);
        read("Global rank stride", "0");
        assertThat(fields.build().groupRanks()).isEmpty();
        read("Global rank stride", "1");
        read("Global rank start", "-1");
        assertThat(fields.build().groupRanks()).isEmpty();
        read("Global rank start", "5");
        read("Group size", "0");
        assertThat(fields.build().groupRanks()).isEmpty();
        read("Group size", "2000000");
        assertThat(fields.build().groupRanks()).as("too many to be true").isEmpty();
    }

    /** The peer of a transfer is given as its rank within the group. */
    @ParameterizedTest
    @CsvSource({
        "send, 1, '[4, 6]', 6",
        "recv, 0, '[4, 6]', 4",
        "send, 2, '[4, 6]', 2",
        "allreduce, 1, '[4, 6]', -1",
        "recvAnySource, -1, '[4, 6]', -1"
    })
    void thePeerOfATransfer(String collective, int rank, String ranks, int peer) {
        read("Collective name", '"' + collective + '"');
        read("Rank", "" + rank);
        read("Process Group Ranks", '"' + ranks + '"');
        assertThat(fields.build().peer()).isEqualTo(peer);
    }

    @Test
    void thePeerOfATransferInAGroupOfWhichOnlyTheStepIsKnown() {
        read("Collective name", "\"send\"");
        read("Rank", "3");
        read("Global rank start", "0");
        read("Global rank stride", "4");
        assertThat(fields.build().peer()).isEqualTo(12);
        read("Src Rank", "0");
        assertThat(fields.build().peer()).as("said outright").isZero();
    }

    @Test
    void theSizeOfAGroupIsThatOfItsList() {
        read("Process Group Ranks", "[0, 1, 2]");
        assertThat(fields.build().groupSize()).isEqualTo(3);
        read("Group size", "0");
        assertThat(fields.build().groupSize()).as("said").isZero();
    }

    @Test
    void numbersInATextAreFoundAndShortenedListsAreNot() {
        assertThat(CommFields.longs("[0, -12, 90]")).containsExactly(0L, -12L, 90L);
        assertThat(CommFields.longs("-7")).containsExactly(-7L);
        assertThat(CommFields.longs("[0, 1, ..., 63]")).isEmpty();
        assertThat(CommFields.longs("")).isEmpty();
        assertThat(CommFields.longs(null)).isEmpty();
        assertThat(CommFields.longs("a9b0:c")).containsExactly(9L, 0L);
    }

    @Test
    void namesWorthKeepingAreLookedAtOnce() {
        StringTable names = new StringTable();
        int record = names.idOf("record_param_comms");
        int plain = names.idOf("aten::mm");
        int setUp = names.idOf("## process_group:init ##");
        CommRecords records = new CommRecords(names);
        assertThat(records.isComm(setUp)).isTrue();
        assertThat(records.isComm(plain)).isFalse();
        assertThat(records.isComm(record)).isTrue();
    }

    @Test
    void callsOfMessagesAreTheTwoOperators() {
        assertThat(CommNames.isMessageCall("c10d::send")).isTrue();
        assertThat(CommNames.isMessageCall("c10d::recv_any_source_")).isTrue();
        assertThat(CommNames.isMessageCall("c10d::allreduce_")).isFalse();
        assertThat(CommNames.isCustomOperator("aten::all_to_all")).isFalse();
        assertThat(CommNames.isCustomOperator("FusedDispatch")).isTrue();
        assertThat(CommNames.isCustomOperator("FusedCombine")).isTrue();
        assertThat(CommNames.isCustomOperator("FusedNorm")).isFalse();
    }
}
