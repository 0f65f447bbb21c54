// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.List;
import org.etude.store.Saved;
import org.etude.store.Storable;
import org.etude.trace.model.ColumnGather;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.EventOrder;
import org.etude.trace.model.HostHeader;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.NodeIo;
import org.etude.trace.model.ProcessGroup;
import org.etude.trace.model.StorageUse;
import org.etude.trace.model.StringTable;

/** The nodes of one execution trace in arrays. */
public final class ColumnHostTrace implements HostTrace, Storable {
    private final HostHeader header;
    private final StringTable names;
    private final TextStore store;
    private final List<ProcessGroup> groups;
    private final long[] id;
    private final int[] name;
    private final long[] parentId;
    private final int[] parent;
    private final long[] recordFunction;
    private final long[] forwardParent;
    private final long[] sequence;
    private final int[] scope;
    private final long[] tid;
    private final long[] forwardTid;
    private final int[] schema;
    private final long[] inputBytes;
    private final long[] outputBytes;
    private final StorageSizes sizes;
    private final int[] storages;
    private final int[] storageSizes;
    private final int[] storageStart;
    private final int[] storageCount;
    private final int[] outputCount;
    private final int[] texts;
    private final Int2ObjectOpenHashMap<CommArgs> comm = new Int2ObjectOpenHashMap<>();

    /** Sorts the columns by id. */
    ColumnHostTrace(
            HostHeader header,
            StringTable names,
            NodeColumns columns,
            TextStore store,
            StorageSizes sizes,
            List<ProcessGroup> groups) {
        this.header = header;
        this.names = names;
        this.store = store;
        this.groups = List.copyOf(groups);
        int[] order = EventOrder.ascending(columns.id.elements(), columns.size());
        id = ColumnGather.pick(columns.id.elements(), order);
        name = ColumnGather.pick(columns.name.elements(), order);
        parentId = ColumnGather.pick(columns.parent.elements(), order);
        recordFunction = ColumnGather.pick(columns.recordFunction.elements(), order);
        forwardParent = ColumnGather.pick(columns.forwardParent.elements(), order);
        sequence = ColumnGather.pick(columns.sequence.elements(), order);
        scope = ColumnGather.pick(columns.scope.elements(), order);
        tid = ColumnGather.pick(columns.tid.elements(), order);
        forwardTid = ColumnGather.pick(columns.forwardTid.elements(), order);
        schema = ColumnGather.pick(columns.schema.elements(), order);
        inputBytes = ColumnGather.pick(columns.inputBytes.elements(), order);
        outputBytes = ColumnGather.pick(columns.outputBytes.elements(), order);
        this.sizes = sizes;
        storages = columns.storages.storages.toIntArray();
        storageSizes = columns.storages.sizes.toIntArray();
        storageStart = ColumnGather.pick(columns.storageStart.elements(), order);
        storageCount = ColumnGather.pick(columns.storageCount.elements(), order);
        outputCount = ColumnGather.pick(columns.outputCount.elements(), order);
        texts = ColumnGather.pick(columns.texts.elements(), order);
        ColumnGather.pick(columns.comm, order, comm);
        parent = parents();
    }

    private ColumnHostTrace(ColumnHostTrace from, int[] rows) {
        header = from.header;
        names = from.names;
        store = from.store;
        groups = from.groups;
        id = ColumnGather.pick(from.id, rows);
        name = ColumnGather.pick(from.name, rows);
        parentId = ColumnGather.pick(from.parentId, rows);
        recordFunction = ColumnGather.pick(from.recordFunction, rows);
        forwardParent = ColumnGather.pick(from.forwardParent, rows);
        sequence = ColumnGather.pick(from.sequence, rows);
        scope = ColumnGather.pick(from.scope, rows);
        tid = ColumnGather.pick(from.tid, rows);
        forwardTid = ColumnGather.pick(from.forwardTid, rows);
        schema = ColumnGather.pick(from.schema, rows);
        inputBytes = ColumnGather.pick(from.inputBytes, rows);
        outputBytes = ColumnGather.pick(from.outputBytes, rows);
        sizes = from.sizes;
        storages = from.storages;
        storageSizes = from.storageSizes;
        storageStart = ColumnGather.pick(from.storageStart, rows);
        storageCount = ColumnGather.pick(from.storageCount, rows);
        outputCount = ColumnGather.pick(from.outputCount, rows);
        texts = ColumnGather.pick(from.texts, rows);
        ColumnGather.pick(from.comm, rows, comm);
        parent = parents();
    }

    private ColumnHostTrace(HostColumns from) {
        header = from.header();
        names = from.names();
        store = from.store();
        groups = from.groups();
        id = from.id();
        name = from.name();
        parentId = from.parentId();
        recordFunction = from.recordFunction();
        forwardParent = from.forwardParent();
        sequence = from.sequence();
        scope = from.scope();
        tid = from.tid();
        forwardTid = from.forwardTid();
        schema = from.schema();
        inputBytes = from.inputBytes();
        outputBytes = from.outputBytes();
        sizes = from.sizes();
        storages = from.storages();
        storageSizes = from.storageSizes();
        storageStart = from.storageStart();
        storageCount = from.storageCount();
        outputCount = from.outputCount();
        texts = from.texts();
        for (int i = 0; i < from.commAt().length; i++) {
            comm.put(from.commAt()[i], from.comm().get(i));
        }
        parent = parents();
    }

    static ColumnHostTrace of(HostColumns saved) {
        return new ColumnHostTrace(saved);
    }

    @Override
    public Saved saved() {
        int[] at = comm.keySet().toIntArray();
        Arrays.sort(at);
        return new HostColumns(
                header,
                names,
                store,
                groups,
                id,
                name,
                parentId,
                recordFunction,
                forwardParent,
                sequence,
                scope,
                tid,
                forwardTid,
                schema,
                inputBytes,
                outputBytes,
                sizes,
                storages,
                storageSizes,
                storageStart,
                storageCount,
                outputCount,
                texts,
                at,
                Arrays.stream(at).mapToObj(comm::get).toList());
    }

    /** The same trace with these nodes only, given by ascending index. */
    public ColumnHostTrace select(int[] rows) {
        return new ColumnHostTrace(this, rows);
    }

    /** The same trace without its nodes, and without the names, texts and storages that only nodes refer to. */
    public ColumnHostTrace head() {
        return new ColumnHostTrace(HostColumns.none(header, groups));
    }

    private int[] parents() {
        int[] found = new int[id.length];
        for (int i = 0; i < found.length; i++) {
            found[i] = parentId[i] == id[i] ? -1 : indexOf(parentId[i]);
        }
        return found;
    }

    @Override
    public int size() {
        return id.length;
    }

    @Override
    public long id(int i) {
        return id[i];
    }

    @Override
    public int indexOf(long wanted) {
        int at = Arrays.binarySearch(id, wanted);
        while (at >= 0 && at + 1 < id.length && id[at + 1] == wanted) {
            at++;
        }
        return Math.max(at, -1);
    }

    @Override
    public int nameId(int i) {
        return name[i];
    }

    @Override
    public StringTable names() {
        return names;
    }

    @Override
    public long parentId(int i) {
        return parentId[i];
    }

    @Override
    public int parent(int i) {
        return parent[i];
    }

    @Override
    public long recordFunctionId(int i) {
        return recordFunction[i];
    }

    @Override
    public long forwardParent(int i) {
        return forwardParent[i];
    }

    @Override
    public long sequenceId(int i) {
        return sequence[i];
    }

    @Override
    public int scope(int i) {
        return scope[i];
    }

    @Override
    public long tid(int i) {
        return tid[i];
    }

    @Override
    public long forwardTid(int i) {
        return forwardTid[i];
    }

    @Override
    public String opSchema(int i) {
        return names.text(schema[i]);
    }

    @Override
    public NodeIo inputs(int i) {
        return io(texts[i], NodeIoReader.INPUTS);
    }

    @Override
    public NodeIo outputs(int i) {
        return io(texts[i], NodeIoReader.OUTPUTS);
    }

    private NodeIo io(int row, int side) {
        return row < 0
                ? NodeIo.NONE
                : new NodeIo(
                        store.get(row, side),
                        store.get(row, side + 1),
                        store.get(row, side + 2),
                        store.get(row, side + 3));
    }

    @Override
    public CommArgs comm(int i) {
        return comm.get(i);
    }

    @Override
    public long inputBytes(int i) {
        return inputBytes[i];
    }

    @Override
    public int inputStorages(int i) {
        return storageCount[i];
    }

    @Override
    public int inputStorage(int i, int k) {
        return storages[storageStart[i] + k];
    }

    @Override
    public StorageUse inputUse(int i, int k) {
        int at = storageStart[i] + k;
        return sizes.use(storages[at], storageSizes[at]);
    }

    @Override
    public int outputStorages(int i) {
        return outputCount[i];
    }

    @Override
    public StorageUse outputUse(int i, int k) {
        return inputUse(i, storageCount[i] + k);
    }

    @Override
    public long outputBytes(int i) {
        return outputBytes[i];
    }

    @Override
    public List<ProcessGroup> groups() {
        return groups;
    }

    @Override
    public HostHeader header() {
        return header;
    }
}
