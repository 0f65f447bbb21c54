// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.etude.unit.Bandwidth;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * Checks what users pass to the verbs, where null or an impossible number would otherwise fail far from the call. Every
 * check returns the value itself, so that it is written where the value is used.
 */
@Internal
public final class Given {
    private static final String FUNCTION = "the function that sets the options";
    private static final String USE = "Leave the options out, or use a function such as o -> o.";

    private Given() {}

    /**
     * The value itself.
     *
     * @param what names the value in the error: "the workload"
     * @throws EtudeException when it is null
     */
    public static <T> T value(T value, String what) {
        return present(value, what, "Give a value.");
    }

    /** {@link #value(Object, String)}. */
    public static Time value(Time value, String what) {
        return present(value, what, "Give a time such as us(14).");
    }

    /** {@link #value(Object, String)}. */
    public static Bytes value(Bytes value, String what) {
        return present(value, what, "Give a size such as mib(25).");
    }

    /** {@link #value(Object, String)}. */
    public static Bandwidth value(Bandwidth value, String what) {
        return present(value, what, "Give a bandwidth such as gbps(25).");
    }

    /** {@link #value(Object, String)}. */
    public static Path value(Path value, String what) {
        return present(value, what, "Give a file or directory.");
    }

    /** {@link #value(Object, String)} of an enum, whose constants the error lists. */
    public static <E extends Enum<E>> E value(E value, Class<E> type, String what) {
        return present(value, what, "Give one of " + List.of(type.getEnumConstants()) + ".");
    }

    private static <T> T present(T value, String what, String advice) {
        if (value == null) {
            throw new EtudeException(what + " is null", advice);
        }
        return value;
    }

    /**
     * A path as users write it.
     *
     * @throws EtudeException when it is null, or holds a character that no path has
     */
    public static Path path(String path) {
        try {
            return Path.of(present(path, "the path", "Give a file or directory."));
        } catch (InvalidPathException e) {
            throw new EtudeException("'" + path + "' is not a path: " + e.getReason(), "Give a file or directory.");
        }
    }

    /** {@link #value(Path, String)} of an argument that is simply called the path. */
    public static Path path(Path path) {
        return value(path, "the path");
    }

    /**
     * The values themselves.
     *
     * @param what names them in the error: "the sizes"
     * @throws EtudeException when they, or one of them, are null
     */
    public static <C extends Iterable<?>> C values(C values, String what) {
        for (Object each : value(values, what)) {
            oneOf(each, what);
        }
        return values;
    }

    /** {@link #values(Iterable, String)}. */
    public static <T> T[] values(T[] values, String what) {
        for (Object each : value(values, what)) {
            oneOf(each, what);
        }
        return values;
    }

    /** {@link #values(Iterable, String)}; names and values. */
    public static <K, V> Map<K, V> values(Map<K, V> values, String what) {
        value(values, what).forEach((key, each) -> {
            oneOf(key, what);
            oneOf(each, what);
        });
        return values;
    }

    private static void oneOf(Object each, String what) {
        present(each, "one of " + what, "Leave it out, or give a value.");
    }

    /**
     * The number itself.
     *
     * @throws EtudeException when it is below the least
     */
    public static int atLeast(int least, int value, String what) {
        return (int) atLeast((long) least, value, what);
    }

    /** {@link #atLeast(int, int, String)}. */
    public static long atLeast(long least, long value, String what) {
        if (value < least) {
            throw new EtudeException(what + " is " + value, "Give " + least + " or more.");
        }
        return value;
    }

    /**
     * The number itself.
     *
     * @throws EtudeException when it is negative, infinite or not a number
     */
    public static double notNegative(double value, String what) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new EtudeException(what + " is " + value, "Give 0 or more.");
        }
        return value;
    }

    /**
     * The number itself.
     *
     * @throws EtudeException when it is infinite or not a number
     */
    public static double finite(double value, String what) {
        if (!Double.isFinite(value)) {
            throw new EtudeException(what + " is " + value, "Give a number.");
        }
        return value;
    }

    /**
     * Defaults changed by a user's function.
     *
     * @throws EtudeException when there is no function, or it returns null or sets an option to a value that is refused
     */
    public static <T> T options(UnaryOperator<T> change, T defaults) {
        UnaryOperator<T> function = present(change, FUNCTION, USE);
        T changed = accepted(() -> function.apply(defaults));
        if (changed == null) {
            throw new EtudeException(FUNCTION + " returns null", USE);
        }
        return changed;
    }

    /** Lets a user's function change an object; see {@link #options}. */
    public static <T> void change(Consumer<T> change, T object) {
        Consumer<T> function = consumer(change);
        accepted(() -> {
            function.accept(object);
            return object;
        });
    }

    private static <T> T accepted(Supplier<T> options) {
        try {
            return options.get();
        } catch (IllegalArgumentException e) {
            throw new EtudeException(e.getMessage(), "Change this option, or leave it out.", Report.empty(), e);
        }
    }

    /** A user's function that will change an object later. */
    public static <T> Consumer<T> consumer(Consumer<T> change) {
        return present(change, FUNCTION, USE);
    }
}
