// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

/** What is sent as the name of a class and the bytes that its constructor takes. */
final class RemoteClass {
    private RemoteClass() {}

    /** Makes a value of a class of Etude by its name, on the machine that asks. */
    static <T> T open(Class<T> kind, String type, byte[] bytes) {
        try {
            return kind.cast(Class.forName(type).getConstructor(byte[].class).newInstance((Object) bytes));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type, e);
        }
    }

    /** The same of a class whose constructor takes nothing. */
    static <T> T open(Class<T> kind, String type) {
        try {
            return kind.cast(Class.forName(type).getConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type, e);
        }
    }
}
