// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import java.io.IOException;
import java.io.InputStream;
import org.etude.et.graph.EtException;
import org.etude.report.Progress;

/**
 * Splits GOAL text into tokens: words, numbers, punctuation and line ends. Skips comments and blanks. Streams; no line
 * is kept.
 */
final class GoalScanner {
    /** The kind of a token. */
    enum Kind {
        WORD,
        NUMBER,
        SIGN,
        LINE,
        END
    }

    private static final int LONGEST_WORD = 1 << 12;

    private final InputStream in;
    private final String file;
    private final byte[] buffer = new byte[1 << 16];
    private final StringBuilder text = new StringBuilder();
    private int at;
    private int end;
    private long line = 1;
    private long tokenLine = 1;
    private Kind kind = Kind.LINE;
    private long number;

    GoalScanner(InputStream in, String file) {
        this.in = in;
        this.file = file;
    }

    Kind kind() {
        return kind;
    }

    String text() {
        return text.toString();
    }

    long number() {
        return number;
    }

    /** The next token; each line end is a {@link #LINE}. */
    Kind next() throws IOException {
        int c = skipBlanks();
        tokenLine = line;
        text.setLength(0);
        if (c < 0) {
            kind = Kind.END;
        } else if (c == '\n') {
            at++;
            line++;
            kind = Kind.LINE;
            if ((line & 0xffff) == 0) {
                Progress.checkInterrupted();
            }
        } else if (isLetter(c)) {
            word(c);
        } else if (isDigit(c) || c == '-') {
            number(c);
        } else if (c == ':' || c == '{' || c == '}') {
            at++;
            text.append((char) c);
            kind = Kind.SIGN;
        } else {
            throw error("the character " + shown(c) + " belongs to no statement");
        }
        return kind;
    }

    private void word(int first) throws IOException {
        for (int c = first; isLetter(c) || isDigit(c) || c == '_'; c = peek()) {
            at++;
            text.append((char) c);
            if (text.length() > LONGEST_WORD) {
                throw error("a word is longer than " + LONGEST_WORD + " characters");
            }
        }
        kind = Kind.WORD;
    }

    private void number(int first) throws IOException {
        boolean negative = first == '-';
        if (negative) {
            at++;
            text.append('-');
        }
        number = 0;
        for (int c = peek(); isDigit(c); c = peek()) {
            at++;
            if (number > (Long.MAX_VALUE - (c - '0')) / 10) {
                throw error("a number is beyond " + Long.MAX_VALUE);
            }
            number = number * 10 + c - '0';
            text.append((char) c);
        }
        if (text.length() == (negative ? 1 : 0)) {
            throw error("a minus without a number");
        }
        number = negative ? -number : number;
        kind = Kind.NUMBER;
    }

    private int skipBlanks() throws IOException {
        while (true) {
            int c = peek();
            if (c == ' ' || c == '\t' || c == '\r') {
                at++;
            } else if (c == '/') {
                at++;
                comment();
            } else {
                return c;
            }
        }
    }

    /** Skips a comment; the line end after a line comment remains, because it also ends the statement. */
    private void comment() throws IOException {
        tokenLine = line;
        int c = peek();
        if (c == '/') {
            while (c >= 0 && c != '\n') {
                at++;
                c = peek();
            }
            return;
        }
        if (c != '*') {
            throw error("a slash that begins no comment");
        }
        at++;
        int before = 0;
        for (c = peek(); !(before == '*' && c == '/'); c = peek()) {
            if (c < 0) {
                throw error("the comment is not closed");
            }
            line += c == '\n' ? 1 : 0;
            before = c;
            at++;
        }
        at++;
    }

    private int peek() throws IOException {
        if (at == end) {
            end = in.read(buffer);
            at = 0;
            if (end <= 0) {
                end = 0;
                return -1;
            }
        }
        return buffer[at] & 0xff;
    }

    private static boolean isLetter(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static String shown(int c) {
        return c > ' ' && c < 127 ? "'" + (char) c + "'" : "of code " + c;
    }

    /** A description of the current token, for messages. */
    String found() {
        return switch (kind) {
            case LINE -> "the end of the line";
            case END -> "the end of the file";
            default -> "\"" + text + '"';
        };
    }

    EtException error(String what) {
        return error(what, "Correct the line; the grammar is in docs/formats.md.");
    }

    EtException error(String what, String advice) {
        return new EtException(file + ": line " + tokenLine + ": " + what + '.', advice);
    }
}
