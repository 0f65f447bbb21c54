// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes JSON for the traces that viewers open: millions of events with few different names. Names of fields are
 * encoded once, texts once each, up to {@value #MOST_TEXTS} of them, and times without a BigDecimal each; all else is
 * Jackson's generator. Whoever calls it opens and closes objects and arrays in pairs.
 */
public final class TraceJson implements Closeable {
    private static final int MOST_TEXTS = 1 << 16;
    private static final int THOUSAND = 1000;
    private static final int DECIMALS = 3;
    private static final int TEN = 10;
    /** 2^35 / 10, rounded up: times a non-negative int and shifted back it is a tenth, rounded down, for all of them. */
    private static final long TENTH = 3_435_973_837L;

    private static final int TENTH_SHIFT = 35;
    /** More than any long has, with its sign and point. */
    private static final int MOST_DIGITS = 32;

    private final JsonGenerator json;
    private final Map<String, SerializableString> texts = new HashMap<>();
    private final char[] number = new char[MOST_DIGITS];

    /** The stream stays open, since the writer of the file owns it. */
    TraceJson(OutputStream out) throws IOException {
        json = new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    }

    /** The name of a field, encoded. */
    public static final class Name {
        private final SerializableString encoded;

        private Name(String name) {
            encoded = new SerializedString(name);
        }

        /** Encodes a name; keep the result. */
        public static Name of(String name) {
            return new Name(name);
        }
    }

    /** Opens an object of an array, or the whole. */
    void open() throws IOException {
        json.writeStartObject();
    }

    /** Opens an object in a field. */
    void open(Name field) throws IOException {
        json.writeFieldName(field.encoded);
        json.writeStartObject();
    }

    /** Closes an object. */
    void shut() throws IOException {
        json.writeEndObject();
    }

    void openArray(Name field) throws IOException {
        json.writeFieldName(field.encoded);
        json.writeStartArray();
    }

    void closeArray() throws IOException {
        json.writeEndArray();
    }

    /** Writes a text. Half of a surrogate pair, which no encoding has, becomes a question mark. */
    public void text(Name field, String value) throws IOException {
        json.writeFieldName(field.encoded);
        SerializableString known = texts.get(value);
        if (known == null) {
            known = new SerializedString(encodable(value));
            if (texts.size() < MOST_TEXTS) {
                texts.put(value, known);
            }
        }
        json.writeString(known);
    }

    /** A text with a question mark for each half of a surrogate pair. */
    static String encodable(String value) {
        return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Writes a whole number. */
    public void whole(Name field, long value) throws IOException {
        json.writeFieldName(field.encoded);
        json.writeNumber(value);
    }

    /** Writes fields that are encoded already, with the comma before them; another field of the object precedes them. */
    void fields(SerializableString encoded) throws IOException {
        json.writeRaw(encoded);
    }

    /** Writes thousandths of a unit with three decimals, without rounding. */
    void thousandths(Name field, long value) throws IOException {
        json.writeFieldName(field.encoded);
        // Negative, because the smallest long has no positive counterpart.
        long left = value < 0 ? value : -value;
        long units = left / THOUSAND;
        int at = digits(units * THOUSAND - left, number.length, DECIMALS);
        number[--at] = '.';
        at = digits(-units, at, 1);
        if (value < 0) {
            number[--at] = '-';
        }
        json.writeNumber(number, at, number.length - at);
    }

    /** Puts the digits of a number before a place, at least some of them; returns the place of the first. */
    private int digits(long value, int end, int least) {
        int at = end;
        long large = value;
        for (; large > Integer.MAX_VALUE; large /= TEN) {
            number[--at] = (char) ('0' + large % TEN);
        }
        for (int left = (int) large; left > 0 || end - at < least; ) {
            // A tenth by multiplication: the quick compiler leaves divisions as they are, which take half of all
            // writing.
            int tenth = (int) (left * TENTH >>> TENTH_SHIFT);
            number[--at] = (char) ('0' + left - TEN * tenth);
            left = tenth;
        }
        return at;
    }

    /** Writes a decimal number, in quotes if it is not finite. */
    public void decimal(Name field, double value) throws IOException {
        json.writeFieldName(field.encoded);
        json.writeNumber(value);
    }

    /** Writes true or false. */
    public void flag(Name field, boolean value) throws IOException {
        json.writeFieldName(field.encoded);
        json.writeBoolean(value);
    }

    /** Passes on what is buffered. */
    @Override
    public void close() throws IOException {
        json.close();
    }
}
