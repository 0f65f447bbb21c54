// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.report.Counted;

/**
 * The stack, marks and memo of the pickle reader. Values are counted, so that a file cannot create more than a limit.
 */
final class PickleStack {
    private final List<Object> values = new ArrayList<>();
    private final List<Integer> marks = new ArrayList<>();
    private final Map<Long, Object> memo = new HashMap<>();
    private final PickleInput in;
    private final long most;
    private long count;

    PickleStack(PickleInput in, long most) {
        this.in = in;
        this.most = most;
    }

    PickleFault fault(String what) {
        return new PickleFault(in.offset(), what);
    }

    private void count() throws PickleFault {
        if (++count > most) {
            throw fault("more than " + most + " values");
        }
    }

    void push(Object value) throws PickleFault {
        count();
        values.add(value);
    }

    void mark() throws PickleFault {
        count();
        marks.add(values.size());
    }

    Object pop() throws PickleFault {
        int floor = marks.isEmpty() ? 0 : marks.get(marks.size() - 1);
        if (values.size() <= floor) {
            throw fault("a value is missing on the stack");
        }
        return values.remove(values.size() - 1);
    }

    /** Forgets the top: a value, or the mark where no value is above it, as Python does. */
    void drop() throws PickleFault {
        if (!marks.isEmpty() && marks.get(marks.size() - 1) == values.size()) {
            marks.remove(marks.size() - 1);
        } else {
            pop();
        }
    }

    private Object top() throws PickleFault {
        Object value = pop();
        values.add(value);
        return value;
    }

    /** Pops the values since the last mark, and the mark. */
    List<Object> marked() throws PickleFault {
        if (marks.isEmpty()) {
            throw fault("a mark is missing on the stack");
        }
        int from = marks.remove(marks.size() - 1);
        List<Object> tail = values.subList(from, values.size());
        List<Object> taken = new ArrayList<>(tail);
        tail.clear();
        return taken;
    }

    /** Replaces the last values by a tuple. */
    void tuple(int size) throws PickleFault {
        Object[] items = new Object[size];
        for (int i = size - 1; i >= 0; i--) {
            items[i] = pop();
        }
        push(new ArrayList<>(Arrays.asList(items)));
    }

    @SuppressWarnings("unchecked")
    void append(List<Object> items) throws PickleFault {
        if (!(top() instanceof List<?> list)) {
            throw fault("values are appended to something other than a list");
        }
        for (Object item : items) {
            count();
            ((List<Object>) list).add(item);
        }
    }

    @SuppressWarnings("unchecked")
    void put(List<Object> pairs) throws PickleFault {
        if (!(top() instanceof Map<?, ?> map) || pairs.size() % 2 != 0) {
            throw fault("pairs are set in something other than a dict");
        }
        for (int i = 0; i < pairs.size(); i += 2) {
            count();
            ((Map<Object, Object>) map).put(key(pairs.get(i)), pairs.get(i + 1));
        }
    }

    /** Rejects keys that are not plain: hashing a list that contains itself would not terminate. */
    private Object key(Object key) throws PickleFault {
        if (key instanceof String || key instanceof Long || key instanceof Boolean) {
            return key;
        }
        throw fault("a dict key that is neither a text nor an integer");
    }

    Map<Object, Object> dict(List<Object> pairs) throws PickleFault {
        Map<Object, Object> map = new LinkedHashMap<>();
        push(map);
        put(pairs);
        return map;
    }

    void keep(long at) throws PickleFault {
        count();
        memo.put(at, top());
    }

    void keepNext() throws PickleFault {
        keep(memo.size());
    }

    void recall(long at) throws PickleFault {
        if (!memo.containsKey(at)) {
            throw fault("value " + at + " is read from the memo before it was stored");
        }
        push(memo.get(at));
    }

    /** The single remaining value. */
    Object only() throws PickleFault {
        if (values.size() != 1 || !marks.isEmpty()) {
            throw fault(Counted.of(values.size(), "value") + " at the end, expected one");
        }
        return values.get(0);
    }
}
