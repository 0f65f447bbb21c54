// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that fails beyond a byte limit, because small compressed data may expand to any size. */
final class BoundedStream extends FilterInputStream {
    private final long most;
    private long left;

    BoundedStream(InputStream in, long most) {
        super(in);
        this.most = most;
        left = most;
    }

    @Override
    public int read() throws IOException {
        int octet = super.read();
        count(octet < 0 ? 0 : 1);
        return octet;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = super.read(into, offset, length);
        count(Math.max(0, count));
        return count;
    }

    private void count(int octets) throws IOException {
        left -= octets;
        if (left < 0) {
            throw new IOException("it is longer than " + most + " bytes");
        }
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
