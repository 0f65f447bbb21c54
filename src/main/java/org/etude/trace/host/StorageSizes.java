// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.etude.store.Saved;
import org.etude.store.Storable;
import org.etude.trace.model.StorageUse;
import org.etude.trace.model.StringTable;

/** Numbers distinct pairs of size and device of storages; a step with a million tensors has some hundred pairs. */
final class StorageSizes implements Storable {
    private static final int MAX_DEVICES = 1 << 8;

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

    /** The number of a size on a device. Sizes are capped at 36 PB; devices beyond the 255th have no name. */
    int numberOf(long bytes, int device) {
        long most = Long.MAX_VALUE / MAX_DEVICES;
        long pair = Math.min(bytes, most) * MAX_DEVICES + (device < MAX_DEVICES ? device : 0);
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
        return new StorageUse(storage, pair / MAX_DEVICES, devices.text((int) (pair % MAX_DEVICES)));
    }

    /** The saved form. */
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
