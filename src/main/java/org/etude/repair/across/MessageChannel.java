// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * All messages from one rank to another, matched as simulators do: the k-th send with the k-th receive of the same tag
 * and size; the remainder by tag, then by size, then by order if a side has neither.
 */
final class MessageChannel {
    private final List<Message> sends = new ArrayList<>();
    private final List<Message> receives = new ArrayList<>();
    private final List<Pair> pairs = new ArrayList<>();

    /** A send and its receive. */
    record Pair(Message send, Message receive) {
        boolean isExact() {
            return send.tag() == receive.tag()
                    && send.size() == receive.size()
                    && send.tag() >= 0
                    && send.size() >= 0
                    && send.peer() >= 0
                    && receive.peer() >= 0;
        }
    }

    void add(Message message) {
        (message.send() ? sends : receives).add(message);
    }

    /** Matches; afterwards {@link #sends} and {@link #receives} hold the unmatched ones. */
    void match() {
        match(m -> m.tag() >= 0 && m.size() >= 0 ? List.of(m.tag(), m.size()) : null);
        match(m -> m.tag() >= 0 ? m.tag() : null);
        match(m -> m.size() >= 0 ? m.size() : null);
        match(m -> "any", true);
    }

    private void match(Function<Message, Object> key) {
        match(key, false);
    }

    private void match(Function<Message, Object> key, boolean onlyFitting) {
        Map<Object, Deque<Message>> waiting = new HashMap<>();
        for (Message receive : receives) {
            Object of = key.apply(receive);
            if (of != null) {
                waiting.computeIfAbsent(of, k -> new ArrayDeque<>()).add(receive);
            }
        }
        List<Message> left = new ArrayList<>();
        Set<Message> taken = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Message send : sends) {
            Object of = key.apply(send);
            Deque<Message> candidates = of == null ? null : waiting.get(of);
            Message receive = candidates == null ? null : candidates.peek();
            if (receive != null && (!onlyFitting || send.fits(receive))) {
                pairs.add(new Pair(send, candidates.poll()));
                taken.add(receive);
            } else {
                left.add(send);
            }
        }
        sends.clear();
        sends.addAll(left);
        receives.removeIf(taken::contains);
    }

    List<Pair> pairs() {
        return pairs;
    }

    List<Message> sends() {
        return sends;
    }

    List<Message> receives() {
        return receives;
    }
}
