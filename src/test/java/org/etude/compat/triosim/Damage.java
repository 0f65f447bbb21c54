// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim;

import java.util.Random;

/** Damages texts: some characters are lost, doubled, or replaced by ones that mean something. */
public final class Damage {
    private static final String SIGNS = ",;[]{}\"'-0919.eE :\n\u00e9";

    private Damage() {}

    /** A text with up to two damages. */
    public static String of(String text, Random random) {
        StringBuilder damaged = new StringBuilder(text);
        for (int i = random.nextInt(3); i > 0; i--) {
            int at = random.nextInt(damaged.length());
            switch (random.nextInt(4)) {
                case 0 -> damaged.deleteCharAt(at);
                case 1 -> damaged.insert(at, damaged.charAt(at));
                case 2 -> damaged.setCharAt(at, SIGNS.charAt(random.nextInt(SIGNS.length())));
                default -> damaged.delete(at, Math.min(damaged.length(), at + random.nextInt(60)));
            }
        }
        return damaged.toString();
    }
}
