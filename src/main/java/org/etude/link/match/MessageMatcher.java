// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.List;
import java.util.SortedMap;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.RankLog;
import org.etude.report.Finding;
import org.etude.spec.CollectiveType;

/** Matches sends and receives: the k-th send from one rank to another with a tag pairs with the k-th receive of that tag there. */
final class MessageMatcher {
    private MessageMatcher() {}

    /** Matches the messages of one channel, with each rank's in trace order. */
    static void match(
            String channel,
            SortedMap<Integer, List<RankCall>> calls,
            List<CollectiveMatch> matches,
            List<Finding> findings) {
        List<MatchRow> rows = MatchRow.of(MatchKey.Kind.MESSAGE, calls);
        for (int k = 0; k < rows.size(); k++) {
            RankCall send = rows.get(k).calls().get(0);
            RankCall receive = rows.get(k).calls().get(1);
            long out = send.inBytes();
            long in = receive.outBytes();
            boolean fits = out < 0 || in < 0 || out == in;
            matches.add(new CollectiveMatch(
                    send.groupName(), k, CollectiveType.SEND, rows.get(k).members(), List.of(), true, fits));
            if (!fits) {
                findings.add(new Finding(
                        Finding.Level.ERROR,
                        RankLog.STAGE,
                        -1,
                        "message " + k + " " + channel,
                        "sent with " + out + " bytes, received with " + in,
                        "another order of messages, or a faulty trace",
                        "sizes of one transfer must fit together"));
            }
        }
        int sends = MatchRow.ends(calls, true).size();
        int receives = MatchRow.ends(calls, false).size();
        if (sends != receives) {
            findings.add(new Finding(
                    Finding.Level.ERROR,
                    RankLog.STAGE,
                    -1,
                    "messages " + channel,
                    sends + " sends but " + receives + " receives",
                    "the ranks' windows differ, or a trace lacks some",
                    "a simulation would wait for them indefinitely"));
        }
    }
}
