// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.etude.compat.goal.GoalScanner.Kind;
import org.etude.et.graph.EtException;

/**
 * Reads GOAL text, the input of LogGOPSim's {@code txt2bin} (spcl/LogGOPSim, src/LogGOPSim/txt2bin.re).
 *
 * <pre>
 * num_ranks 2
 * rank 0 {
 *   l1: calc 1500 cpu 1
 *   l2: send 4096b to 1 tag 7 cpu 0 nic 0
 *   l2 requires l1
 * }
 * rank 1 {
 *   recv 4096b from 0 tag 7
 * }
 *
 * schedule  = "num_ranks" INT { rank }
 * rank      = "rank" INT "{" { statement NL } "}"
 * statement = [ LABEL ":" ] operation | LABEL "requires" LABEL | LABEL "irequires" LABEL
 * operation = "calc" INT [ "cpu" INT ]
 *           | "send" INT "b" "to" INT [ "tag" INT ] [ "cpu" INT ] [ "nic" INT ]
 *           | "recv" INT "b" "from" INT [ "tag" INT ] [ "cpu" INT ] [ "nic" INT ]
 * LABEL     = letter { letter | digit | "_" }       INT = digit { digit }
 * comments  = "//" to the end of the line, "/*" to "*&#47;"
 * </pre>
 *
 * A calculation is in ns. {@code a requires b}: a starts when b has ended; {@code a irequires b}: when b has started.
 * Labels are local to a rank. CPU and NIC are 0 to 255, a tag has 32 bits. Unlike for txt2bin, a dependency may precede
 * the operations it names, and ranks may come in any order. The wildcards {@code from -1} and {@code tag -1} are
 * rejected: a trace names the sender.
 *
 * <p>Streams; memory is that of the operations (about 32 bytes each and 9 per dependency) and of one rank's labels.
 */
final class GoalTextReader {
    private static final int MOST_RANKS = 1 << 24;

    private final GoalScanner in;
    private final List<GoalRank> ranks = new ArrayList<>();
    private final Object2IntOpenHashMap<String> labels = new Object2IntOpenHashMap<>();
    private final IntArrayList edges = new IntArrayList();
    private final List<String> unknown = new ArrayList<>();
    private GoalRank rank;

    private GoalTextReader(GoalScanner in) {
        this.in = in;
        labels.defaultReturnValue(-1);
    }

    /**
     * Reads a schedule.
     *
     * @throws EtException with file and line, when it breaks the grammar or a rank is missing
     */
    static GoalSchedule read(InputStream in, String file) throws IOException {
        return new GoalTextReader(new GoalScanner(in, file)).schedule();
    }

    private GoalSchedule schedule() throws IOException {
        skipLines();
        word("num_ranks");
        long count = number("the number of ranks");
        if (count < 1 || count > MOST_RANKS) {
            throw in.error("num_ranks is " + count + ", not 1 to " + MOST_RANKS);
        }
        for (int r = 0; r < count; r++) {
            ranks.add(null);
        }
        for (skipLines(); in.kind() != Kind.END; skipLines()) {
            word("rank");
            rank((int) below("the rank", count));
        }
        int missing = ranks.indexOf(null);
        if (missing >= 0) {
            throw in.error("rank " + missing + " of " + count + " is missing", "Add \"rank " + missing + " { }\".");
        }
        return new GoalSchedule(ranks);
    }

    private void rank(int number) throws IOException {
        if (ranks.get(number) != null) {
            throw in.error("rank " + number + " is defined twice");
        }
        rank = new GoalRank();
        ranks.set(number, rank);
        labels.clear();
        skipLines();
        if (!in.text().equals("{")) {
            throw in.error("\"{\" is missing after the rank, found " + in.found());
        }
        for (skipLines(); !in.text().equals("}"); skipLines()) {
            statement();
            if (in.kind() != Kind.LINE && !in.text().equals("}")) {
                throw in.kind() == Kind.END
                        ? in.error("the rank is not closed by \"}\", found " + in.found())
                        : in.error("the statement continues with " + in.found());
            }
            if (in.text().equals("}")) {
                break;
            }
        }
        resolve();
    }

    private void statement() throws IOException {
        if (in.kind() != Kind.WORD) {
            throw in.error("a statement begins with calc, send, recv or a label, found " + in.found());
        }
        String first = in.text();
        if (isOperation(first)) {
            operation(first);
            return;
        }
        in.next();
        if (in.text().equals(":")) {
            in.next();
            String operation = in.text();
            if (!isOperation(operation)) {
                throw in.error("calc, send or recv is missing after the label, found " + in.found());
            }
            if (labels.putIfAbsent(first, rank.ops()) >= 0) {
                throw in.error("the label " + first + " is defined twice in this rank");
            }
            operation(operation);
        } else if (in.text().equals("requires") || in.text().equals("irequires")) {
            boolean start = in.text().equals("irequires");
            if (in.next() != Kind.WORD) {
                throw in.error("a label is missing, found " + in.found());
            }
            dependency(first, in.text(), start);
            in.next();
        } else {
            throw in.error("\":\", requires or irequires is missing after the label, found " + in.found());
        }
    }

    private static boolean isOperation(String word) {
        return word.equals("calc") || word.equals("send") || word.equals("recv");
    }

    private void operation(String name) throws IOException {
        long size = number("calc".equals(name) ? "the time in ns" : "the number of bytes");
        if (size < 0) {
            throw in.error("the size " + size + " is negative");
        }
        long other = 0;
        if (!name.equals("calc")) {
            word("b");
            word(name.equals("send") ? "to" : "from");
            other = number("the other rank");
            if (other < 0 || other >= ranks.size()) {
                throw other == -1
                        ? in.error("a receive from any rank", "Name the rank that sends: a trace has no wildcards.")
                        : in.error("there is no rank " + other + " of " + ranks.size());
            }
        }
        in.next();
        long tag = name.equals("calc") ? 0 : option("tag", 0xffff_ffffL);
        long cpu = option("cpu", 255);
        long nic = name.equals("calc") ? 0 : option("nic", 255);
        byte type = name.equals("calc") ? GoalRank.CALC : name.equals("send") ? GoalRank.SEND : GoalRank.RECV;
        rank.add(type, size, (int) other, (int) tag, (int) cpu, (int) nic);
    }

    private long option(String name, long most) throws IOException {
        if (!in.text().equals(name)) {
            return 0;
        }
        long value = number(name);
        if (value < 0 || value > most) {
            throw value == -1 && name.equals("tag")
                    ? in.error("a receive of any tag", "Name the tag: a trace has no wildcards.")
                    : in.error(name + " is " + value + ", not 0 to " + most);
        }
        in.next();
        return value;
    }

    /** Stores a dependency by the numbers of its operations, or by its labels if not yet defined. */
    private void dependency(String waits, String until, boolean start) {
        edges.add(known(waits));
        edges.add(known(until));
        edges.add(start ? 1 : 0);
    }

    private int known(String label) {
        int op = labels.getInt(label);
        if (op >= 0) {
            return op;
        }
        unknown.add(label);
        return -unknown.size();
    }

    private void resolve() {
        for (int e = 0; e < edges.size(); e += 3) {
            rank.depend(resolved(edges.getInt(e)), resolved(edges.getInt(e + 1)), edges.getInt(e + 2) == 1);
        }
        edges.clear();
        unknown.clear();
    }

    private int resolved(int op) {
        if (op >= 0) {
            return op;
        }
        int found = labels.getInt(unknown.get(-op - 1));
        if (found < 0) {
            throw in.error("a dependency of the rank that ends here names the label " + unknown.get(-op - 1)
                    + ", which no operation of it has");
        }
        return found;
    }

    private void skipLines() throws IOException {
        while (in.next() == Kind.LINE) {
            // an empty line
        }
    }

    private void word(String wanted) throws IOException {
        if (!wanted.equals("rank") && !wanted.equals("num_ranks")) {
            in.next();
        }
        if (!in.text().equals(wanted)) {
            throw in.error("\"" + wanted + "\" is missing, found " + in.found());
        }
    }

    private long number(String what) throws IOException {
        if (in.next() != Kind.NUMBER) {
            throw in.error(what + " is missing, found " + in.found());
        }
        return in.number();
    }

    private long below(String what, long limit) throws IOException {
        long value = number(what);
        if (value < 0 || value >= limit) {
            throw in.error(what + " is " + value + ", not 0 to " + (limit - 1));
        }
        return value;
    }
}
