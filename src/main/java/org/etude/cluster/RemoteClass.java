// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

/** Instantiates classes that were sent by name. */
final class RemoteClass {
    private RemoteClass() {}

    /** Creates a value of one of Etude's classes from its name and the bytes that its constructor takes. */
    static <T> T open(Class<T> kind, String type, byte[] bytes) {
        try {
            return kind.cast(Class.forName(type).getConstructor(byte[].class).newInstance((Object) bytes));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type, e);
        }
    }

    /** Like the other method, for a class with a no-argument constructor. */
    static <T> T open(Class<T> kind, String type) {
        try {
            return kind.cast(Class.forName(type).getConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type, e);
        }
    }
}
