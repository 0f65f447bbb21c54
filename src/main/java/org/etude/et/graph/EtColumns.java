// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.EtAttribute.Kind;
import org.etude.trace.model.StringTable;

/** The columns behind {@link EtGraph}; filled by {@link EtGraphBuilder}, never changed after. */
public final class EtColumns {
    private static final int WORTH_A_COLUMN = 8;

    /** By the field number of a kind, whether its values are whole numbers or truth values. */
    private static final boolean[] IS_WHOLE = new boolean[Byte.MAX_VALUE + 1];

    static {
        for (Kind kind : Kind.values()) {
            IS_WHOLE[kind.field()] = kind.isInteger() || kind == Kind.BOOL;
        }
    }

    public int size;
    public long[] id = new long[16];
    public int[] name = new int[16];
    /** Type numbers as on the wire, including unknown ones. */
    public int[] type = new int[16];

    public long[] start = new long[16];
    public long[] duration = new long[16];
    /** References into {@link #ios}. */
    public long[] inputs = new long[16];

    public long[] outputs = new long[16];
    /** For node n: control deps from [2n], data deps from [2n+1], both until [2n+2]. */
    int[] depStart = new int[33];

    int depCount;
    public long[] deps = new long[32];
    int[] attrStart = new int[17];

    public int attrCount;
    public int[] attrName = new int[64];
    byte[] attrKind = new byte[64];
    /** Integers and bools directly, floats as bits, strings as dictionary numbers, others as indices into objects. */
    long[] attrValue = new long[64];
    /** Doc strings by attribute; rarely present. */
    public final Int2ObjectOpenHashMap<String> attrDoc;
    /** Encoded fields unknown to the schema, by attribute and by node. */
    public final Int2ObjectOpenHashMap<byte[]> attrUnknown;

    public final Int2ObjectOpenHashMap<byte[]> nodeUnknown;

    public final StringTable strings;
    final List<Object> objects;
    public final IoStore ios;

    /** Values that override those in {@link #attrValue}, which other graphs share; null for none. */
    Int2LongOpenHashMap attrChanged;
    /** Bit set (number modulo 64) of names whose attributes may have overridden values. */
    private long changedNames;

    /** Replacements of values wherever they occur, applied after the overrides; null for none. */
    EtRenames renames;
    /** Names whose attributes may be renamed, as {@link #changedNames}. */
    private long renamedNames;

    private volatile EtTemplate template;

    /** Empty columns. */
    public EtColumns() {
        attrDoc = new Int2ObjectOpenHashMap<>(0);
        attrUnknown = new Int2ObjectOpenHashMap<>(0);
        nodeUnknown = new Int2ObjectOpenHashMap<>(0);
        strings = new StringTable();
        objects = new ArrayList<>();
        ios = new IoStore();
    }

    /** Shares all columns of a finished graph; differing columns are replaced, never modified. */
    EtColumns(EtColumns shared, StringTable dictionary) {
        size = shared.size;
        id = shared.id;
        name = shared.name;
        type = shared.type;
        start = shared.start;
        duration = shared.duration;
        inputs = shared.inputs;
        outputs = shared.outputs;
        depStart = shared.depStart;
        depCount = shared.depCount;
        deps = shared.deps;
        attrStart = shared.attrStart;
        attrCount = shared.attrCount;
        attrName = shared.attrName;
        attrKind = shared.attrKind;
        attrValue = shared.attrValue;
        attrDoc = shared.attrDoc;
        attrUnknown = shared.attrUnknown;
        nodeUnknown = shared.nodeUnknown;
        strings = dictionary;
        objects = shared.objects;
        ios = shared.ios;
        attrChanged = shared.attrChanged == null ? null : new Int2LongOpenHashMap(shared.attrChanged);
        changedNames = shared.changedNames;
        renames = shared.renames;
        renamedNames = shared.renamedNames;
        template = shared.template();
    }

    /** The template shared with all columns derived by renaming alone. */
    EtTemplate template() {
        EtTemplate known = template;
        if (known == null) {
            synchronized (this) {
                known = template == null ? new EtTemplate(this) : template;
                template = known;
            }
        }
        return known;
    }

    /** Marks these columns as differing from their origin in more than names. */
    void depart() {
        template = null;
    }

    /** An attribute's value as {@link #attrValue} holds them. */
    public long raw(int at) {
        int named = attrName[at];
        if ((renamedNames >>> named & 1) != 0) {
            return renames.of(named, attrKind[at], before(at));
        }
        return before(at);
    }

    /** An attribute's value before it was renamed. */
    long before(int at) {
        boolean own = attrChanged != null && (changedNames >>> attrName[at] & 1) != 0;
        return own ? attrChanged.getOrDefault(at, attrValue[at]) : attrValue[at];
    }

    /** Sets the renames. */
    void rename(EtRenames names) {
        renames = names;
        renamedNames = names.names();
    }

    /** Overrides the value of an attribute without modifying the shared column. */
    void change(int at, long value) {
        depart();
        if (renames != null && renames.concerns(attrName[at])) {
            own();
        }
        if (attrChanged == null) {
            attrChanged = new Int2LongOpenHashMap();
        }
        attrChanged.put(at, value);
        changedNames |= 1L << attrName[at];
    }

    /** Switches to its own column when too many values differ for a map to pay off. */
    void settle() {
        if (attrChanged != null && attrChanged.size() > attrCount / WORTH_A_COLUMN) {
            own();
        }
    }

    /** Switches to its own column. */
    private void own() {
        long[] values = Arrays.copyOf(attrValue, attrCount);
        Arrays.setAll(values, this::raw);
        attrValue = values;
        attrChanged = null;
        renames = null;
        renamedNames = 0;
        depart();
    }

    public int ctrlFrom(int node) {
        return depStart[2 * node];
    }

    public int dataFrom(int node) {
        return depStart[2 * node + 1];
    }

    public int depEnd(int node) {
        return depStart[2 * node + 2];
    }

    public int attrFrom(int node) {
        return attrStart[node];
    }

    public int attrEnd(int node) {
        return attrStart[node + 1];
    }

    EtIo io(long reference) {
        return reference == 0
                ? null
                : EtIoCodec.decode(ios.segment(reference), ios.start(reference), ios.length(reference));
    }

    int findAttribute(int node, int nameId) {
        if (nameId >= 0) {
            for (int at = attrEnd(node) - 1; at >= attrFrom(node); at--) {
                if (attrName[at] == nameId) {
                    return at;
                }
            }
        }
        return -1;
    }

    long integer(int at, long otherwise) {
        return IS_WHOLE[attrKind[at]] ? raw(at) : otherwise;
    }

    public Kind kind(int at) {
        return Kind.ofField(attrKind[at]);
    }

    /** The value of the attribute at this position, boxed; null for one without a value. */
    public Object value(int at) {
        Kind kind = kind(at);
        return switch (kind) {
            case NONE -> null;
            case DOUBLE -> Double.longBitsToDouble(raw(at));
            case FLOAT -> Float.intBitsToFloat((int) raw(at));
            case BOOL -> raw(at) != 0;
            case STRING -> strings.text((int) raw(at));
            default -> kind.isInteger() ? (Object) raw(at) : objects.get((int) raw(at));
        };
    }

    public EtAttribute attribute(int at) {
        return new EtAttribute(strings.text(attrName[at]), attrDoc.getOrDefault(at, ""), kind(at), value(at));
    }

    /** Appends one attribute to the node being added. */
    public void addAttribute(EtAttribute attribute) {
        Kind kind = attribute.kind();
        if (!attribute.doc().isEmpty()) {
            attrDoc.put(attrCount, attribute.doc());
        }
        addAttribute(strings.idOf(attribute.name()), kind, encode(kind, attribute.value()));
    }

    /** Appends one attribute to the node that is being added. */
    public void addAttribute(int nameId, Kind kind, long value) {
        if (attrCount == attrName.length) {
            int wider = grown(attrCount);
            attrName = Arrays.copyOf(attrName, wider);
            attrKind = Arrays.copyOf(attrKind, wider);
            attrValue = Arrays.copyOf(attrValue, wider);
        }
        attrName[attrCount] = nameId;
        attrKind[attrCount] = kind == Kind.NONE ? 0 : (byte) kind.field();
        attrValue[attrCount] = value;
        attrCount++;
    }

    /** Copies an attribute of another graph. */
    void addAttribute(EtColumns from, int at) {
        Kind kind = from.kind(at);
        long value = from.raw(at);
        boolean plain = kind == Kind.NONE || kind.isInteger() || kind.isFloat() || kind == Kind.BOOL;
        if (from.attrDoc.containsKey(at)) {
            attrDoc.put(attrCount, from.attrDoc.get(at));
        }
        if (from.attrUnknown.containsKey(at)) {
            attrUnknown.put(attrCount, from.attrUnknown.get(at));
        }
        addAttribute(
                strings.idOf(from.strings.text(from.attrName[at])), kind, plain ? value : encode(kind, from.value(at)));
    }

    /** Appends one dependency (a node id) to the node being added. */
    public void addDep(long dep) {
        if (depCount == deps.length) {
            deps = Arrays.copyOf(deps, grown(depCount));
        }
        deps[depCount++] = dep;
    }

    /** Makes room for this many nodes and attributes in all. */
    void reserve(int nodes, int attributes) {
        if (nodes > id.length) {
            id = Arrays.copyOf(id, nodes);
            name = Arrays.copyOf(name, nodes);
            type = Arrays.copyOf(type, nodes);
            start = Arrays.copyOf(start, nodes);
            duration = Arrays.copyOf(duration, nodes);
            inputs = Arrays.copyOf(inputs, nodes);
            outputs = Arrays.copyOf(outputs, nodes);
            depStart = Arrays.copyOf(depStart, Math.addExact(Math.multiplyExact(2, nodes), 1));
            attrStart = Arrays.copyOf(attrStart, nodes + 1);
            deps = Arrays.copyOf(deps, Math.max(deps.length, nodes));
        }
        if (attributes > attrName.length) {
            attrName = Arrays.copyOf(attrName, attributes);
            attrKind = Arrays.copyOf(attrKind, attributes);
            attrValue = Arrays.copyOf(attrValue, attributes);
        }
    }

    static int grown(int length) {
        return length < 1 << 20 ? length * 2 : Math.addExact(length, length / 2);
    }

    private long encode(Kind kind, Object value) {
        return switch (kind) {
            case NONE -> 0;
            case DOUBLE -> Double.doubleToRawLongBits((Double) value);
            case FLOAT -> Float.floatToRawIntBits((Float) value);
            case BOOL -> (Boolean) value ? 1 : 0;
            case STRING -> strings.idOf((String) value);
            default -> kind.isInteger() ? (Long) value : keep(value);
        };
    }

    public long keep(Object value) {
        objects.add(value);
        return objects.size() - 1L;
    }
}
