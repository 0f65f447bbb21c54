// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import java.nio.charset.StandardCharsets;

/** Content found in place of JSON, recognised by its first bytes. */
public enum ForeignContent {
    /** Zip is supported only as the outermost packing. */
    ZIP("PK\3\4", "a zip archive inside another packing", "Unpack the outer one."),
    /** A zip archive's end without a beginning. */
    EMPTY_ZIP("PK\5\6", "an empty zip archive", "Pack or copy it again."),
    /** More layers than are removed. */
    GZIP("\u001f\u008b", "gzip inside many layers of gzip", "Unpack it."),
    BZIP2("BZh", "packed with bzip2", "Unpack it: plain JSON, gzip, zip and tar are read."),
    XZ("\u00fd7zXZ", "packed with xz", "Unpack it: plain JSON, gzip, zip and tar are read."),
    ZSTD("\u0028\u00b5\u002f\u00fd", "packed with zstd", "Unpack it: plain JSON, gzip, zip and tar are read."),
    /** The placeholder of a large file in a checkout. */
    LFS("version https://git-lfs", "a pointer of Git LFS, not the file", "Fetch the file: git lfs pull."),
    /** The result of a failed download. */
    HTML("<", "HTML or XML, such as the page of a failed download", "Download it again.");

    private final byte[] magic;
    private final String what;
    private final String advice;

    ForeignContent(String magic, String what, String advice) {
        this.magic = magic.getBytes(StandardCharsets.ISO_8859_1);
        this.what = what;
        this.advice = advice;
    }

    /** Rejects the text if it is one of these. */
    public static void refuse(JsonCursor cursor) {
        for (ForeignContent content : values()) {
            if (content.isNext(cursor)) {
                throw BadJson.foreign("the file is " + content.what, content.advice);
            }
        }
    }

    private boolean isNext(JsonCursor cursor) {
        cursor.ensure(magic.length);
        boolean same = cursor.limit - cursor.pos >= magic.length;
        for (int k = 0; same && k < magic.length; k++) {
            same = cursor.buffer[cursor.pos + k] == magic[k];
        }
        return same;
    }
}
