// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Carries variables over to the classes that replace theirs. JShell stores a variable in a static field of its
 * snippet's class, {@code $JShell$5}; when that class cannot be redefined, JShell creates {@code $JShell$5B} with an
 * empty field.
 */
final class KeptValues {
    private static final Pattern WRAPPER = Pattern.compile("REPL\\.\\$JShell\\$(\\d+)[A-Z]*");

    private final Map<String, Class<?>> latest = new HashMap<>();
    private final Map<String, FormerValue> lost = new HashMap<>();

    /**
     * Copies the values of the class's predecessor where the types are the same. Call for each class once it is loaded.
     */
    void carryOver(Class<?> loaded) {
        Matcher wrapper = WRAPPER.matcher(loaded.getName());
        if (!wrapper.matches()) {
            return;
        }
        Class<?> former = latest.put(wrapper.group(1), loaded);
        if (former == null) {
            return;
        }
        for (Field field : loaded.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                carryOver(former, field);
            }
        }
    }

    /** A variable's value, by the class of its snippet; empty where there is none. */
    Optional<FormerValue> value(String wrapper, String variable) {
        try {
            Class<?> holder = latest(wrapper);
            return holder == null ? Optional.empty() : Optional.of(FormerValue.of(field(holder, variable)));
        } catch (NoSuchFieldException | IllegalAccessException e) {
            return Optional.empty();
        }
    }

    /** Sets a variable's value where it fits; otherwise the variable has lost it. */
    void restore(String wrapper, String variable, FormerValue former) {
        try {
            field(latest(wrapper), variable).set(null, former.value());
        } catch (NoSuchFieldException | IllegalAccessException | IllegalArgumentException e) {
            lost.put(variable, former);
        }
    }

    private static Field field(Class<?> holder, String variable) throws NoSuchFieldException {
        Field field = holder.getDeclaredField(variable);
        field.setAccessible(true);
        return field;
    }

    private Class<?> latest(String wrapper) {
        Matcher name = WRAPPER.matcher(wrapper);
        return name.matches() ? latest.get(name.group(1)) : null;
    }

    /** What a variable held whose type is another class now; once. */
    Optional<FormerValue> takeLost(String variable) {
        return Optional.ofNullable(lost.remove(variable));
    }

    private void carryOver(Class<?> former, Field to) {
        try {
            Field from = former.getDeclaredField(to.getName());
            from.setAccessible(true);
            to.setAccessible(true);
            Object value = from.get(null);
            if (from.getType() == to.getType() || to.getType().isInstance(value)) {
                to.set(null, value);
            } else if (value != null) {
                lost.put(to.getName(), FormerValue.of(from));
            }
        } catch (NoSuchFieldException | IllegalAccessException e) {
            return; // another snippet with that number
        }
    }
}
