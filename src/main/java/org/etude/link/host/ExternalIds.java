// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.IdTable;

/**
 * Operators by External id: an operator's own, or that of its runtime calls. Some profilers number GPU work
 * differently, so ids are trusted only if work with a known launch, or otherwise the timestamps, confirm them.
 */
final class ExternalIds {
    private static final int ENOUGH = 3;
    private static final int NONE = IdTable.NONE;
    private static final int SEVERAL = -2;

    private final DeviceTrace device;
    private final int[] launchOf;
    private final int[] enclosing;
    /** Built when first asked, which work with known launches alone never does. */
    private IdTable operators;

    private IdTable callers;

    ExternalIds(DeviceTrace device, int[] launchOf, int[] enclosing) {
        this.device = device;
        this.launchOf = launchOf;
        this.enclosing = enclosing;
    }

    /** The operator that GPU event {@code i} names, or -1 when it names none or the ids cannot be trusted. */
    int operator(int i) {
        if (operators == null) {
            operators = trusted(operators());
            callers = trusted(callers());
        }
        int named = named(operators, i);
        return named >= 0 ? named : Math.max(NONE, named(callers, i));
    }

    private int named(IdTable book, int i) {
        return device.externalId(i) > 0 ? book.get(device.externalId(i)) : NONE;
    }

    private IdTable operators() {
        IdTable.Range range = new IdTable.Range();
        for (int i = 0; i < device.size(); i++) {
            if (device.kind(i).isHostOp() && device.externalId(i) > 0) {
                range.see(device.externalId(i));
            }
        }
        IdTable book = range.table();
        for (int i = device.size() - 1; i >= 0; i--) {
            if (device.kind(i).isHostOp() && device.externalId(i) > 0) {
                book.put(device.externalId(i), i);
            }
        }
        return book;
    }

    /** The operator for each id of a runtime call, if it is unique. */
    private IdTable callers() {
        IdTable.Range range = new IdTable.Range();
        for (int i = 0; i < enclosing.length; i++) {
            if (device.kind(i) == EventKind.RUNTIME && device.externalId(i) > 0 && enclosing[i] >= 0) {
                range.see(device.externalId(i));
            }
        }
        IdTable book = range.table();
        for (int i = 0; i < enclosing.length; i++) {
            if (device.kind(i) == EventKind.RUNTIME && device.externalId(i) > 0 && enclosing[i] >= 0) {
                int before = book.put(device.externalId(i), enclosing[i]);
                if (before != NONE && before != enclosing[i]) {
                    book.put(device.externalId(i), SEVERAL);
                }
            }
        }
        return book;
    }

    private IdTable trusted(IdTable book) {
        int launched = 0;
        int right = 0;
        int early = 0;
        int late = 0;
        int known = 0;
        for (int i = 0; i < launchOf.length; i++) {
            if (!device.kind(i).isGpuWork()) {
                continue;
            }
            known += device.externalId(i) > 0 ? 1 : 0;
            int named = named(book, i);
            if (named >= 0 && launchOf[i] >= 0) {
                launched++;
                right += isAbove(named, launchOf[i]) ? 1 : 0;
            } else if (named >= 0) {
                early += device.startNanos(named) <= device.startNanos(i) ? 1 : 0;
                late += device.startNanos(named) <= device.startNanos(i) ? 0 : 1;
            }
        }
        boolean bornOut = launched > 0
                ? right >= ENOUGH && (launched - right) * 20L <= right
                : early >= ENOUGH && late == 0 && early * 2 >= known && !anyLaunched();
        return bornOut ? book : new IdTable.Range().table();
    }

    private boolean anyLaunched() {
        for (int call : launchOf) {
            if (call >= 0) {
                return true;
            }
        }
        return false;
    }

    private boolean isAbove(int operator, int call) {
        int op = enclosing[call];
        while (op >= 0 && op != operator) {
            op = enclosing[op];
        }
        return op >= 0;
    }
}
