// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.etude.store.Saved;
import org.etude.store.Storable;
import org.etude.trace.model.StorageUse;
import org.etude.trace.model.StringTable;

/** The sizes and devices of storages, each pair once: a step of a million tensors has some hundred of them. */
final class StorageSizes implements Storable {
    private static final int MOST_DEVICES = 1 << 8;

    private final StringTable devices;
    private final LongArrayList pairs;
    private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();

    /** None yet, on devices of these names. */
    StorageSizes(StringTable devices) {
        this(devices, new LongArrayList());
    }

    private StorageSizes(StringTable devices, LongArrayList pairs) {
        this.devices = devices;
        this.pairs = pairs;
        for (int i = 0; i < pairs.size(); i++) {
            numbers.put(pairs.getLong(i), i);
        }
        numbers.defaultReturnValue(-1);
    }

    /** The number of a size on a device. Sizes beyond 36 PB count as that, devices beyond the 255th as without a name. */
    int numberOf(long bytes, int device) {
        long most = Long.MAX_VALUE / MOST_DEVICES;
        long pair = Math.min(bytes, most) * MOST_DEVICES + (device < MOST_DEVICES ? device : 0);
        int number = numbers.get(pair);
        if (number < 0) {
            number = pairs.size();
            pairs.add(pair);
            numbers.put(pair, number);
        }
        return number;
    }

    /** A storage of the size with this number. */
    StorageUse use(int storage, int number) {
        long pair = pairs.getLong(number);
        return new StorageUse(storage, pair / MOST_DEVICES, devices.text((int) (pair % MOST_DEVICES)));
    }

    /** What is saved. */
    private record Pairs(StringTable devices, long[] pairs) implements Saved {
        @Override
        public Object restored() {
            return new StorageSizes(devices, new LongArrayList(pairs));
        }
    }

    @Override
    public Saved saved() {
        return new Pairs(devices, pairs.toLongArray());
    }
}
