// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/** What can happen to a file between the program that wrote it and Etude. */
enum FileDamage {
    CUT_OFF {
        @Override
        byte[] of(byte[] bytes, Random random) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
    },
    FLIPPED_BITS {
        @Override
        byte[] of(byte[] bytes, Random random) {
            byte[] flipped = bytes.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
            }
            return flipped;
        }
    },
    OTHER_BYTES {
        @Override
        byte[] of(byte[] bytes, Random random) {
            byte[] noise = new byte[random.nextInt(64)];
            random.nextBytes(noise);
            int at = random.nextInt(bytes.length);
            return join(head(bytes, at), noise, tail(bytes, at + noise.length));
        }
    },
    LOST_PART {
        @Override
        byte[] of(byte[] bytes, Random random) {
            int at = random.nextInt(bytes.length);
            return join(head(bytes, at), tail(bytes, at + 1 + random.nextInt(200)));
        }
    },
    REPEATED_PART {
        @Override
        byte[] of(byte[] bytes, Random random) {
            int to = 1 + random.nextInt(bytes.length);
            return join(
                    head(bytes, to), tail(head(bytes, to), Math.max(0, to - 1 - random.nextInt(200))), tail(bytes, to));
        }
    },
    SWAPPED_LINES {
        @Override
        byte[] of(byte[] bytes, Random random) {
            return swapped(bytes, random, "\n");
        }
    },
    SWAPPED_FIELDS {
        @Override
        byte[] of(byte[] bytes, Random random) {
            return swapped(bytes, random, ",");
        }
    },
    OTHER_NUMBER {
        @Override
        byte[] of(byte[] bytes, Random random) {
            return replaced(bytes, random, NUMBER, NUMBERS);
        }
    },
    OTHER_TEXT {
        @Override
        byte[] of(byte[] bytes, Random random) {
            return replaced(bytes, random, TEXT, TEXTS);
        }
    },
    DEEP_NESTING {
        @Override
        byte[] of(byte[] bytes, Random random) {
            String[] opening = {"[", "{\"a\":", "<a>", "(", "\"\"\""};
            int at = random.nextInt(bytes.length);
            return join(
                    head(bytes, at),
                    opening[random.nextInt(opening.length)].repeat(20_000).getBytes(StandardCharsets.UTF_8),
                    tail(bytes, at));
        }
    },
    EMPTY {
        @Override
        byte[] of(byte[] bytes, Random random) {
            return new byte[0];
        }
    },
    NOISE {
        @Override
        byte[] of(byte[] bytes, Random random) {
            byte[] noise = new byte[bytes.length];
            random.nextBytes(noise);
            return noise;
        }
    },
    COMPRESSED_AND_CUT_OFF {
        @Override
        byte[] of(byte[] bytes, Random random) throws IOException {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
                out.write(bytes);
            }
            return Arrays.copyOf(packed.toByteArray(), 2 + random.nextInt(packed.size() - 2));
        }
    },
    MISSING {
        @Override
        void to(Path file, Random random) throws IOException {
            Files.delete(file);
        }
    },
    A_DIRECTORY {
        @Override
        void to(Path file, Random random) throws IOException {
            Files.delete(file);
            Files.createDirectory(file);
        }
    },
    A_LINK_TO_ITSELF {
        @Override
        void to(Path file, Random random) throws IOException {
            Files.delete(file);
            Files.createSymbolicLink(file, file.getFileName());
        }
    },
    NOT_READABLE {
        @Override
        void to(Path file, Random random) {
            file.toFile().setReadable(false);
        }
    };

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");
    private static final String[] NUMBERS = {
        "0",
        "-1",
        "NaN",
        "-Infinity",
        "1e308",
        "1e-308",
        "9223372036854775807",
        "-9223372036854775808",
        "2147483648",
        "4294967295",
        "18446744073709551616",
        "",
        "x",
        "0.5",
        "null",
        "1".repeat(400)
    };
    private static final Pattern TEXT = Pattern.compile("\\p{Alpha}\\w+");
    private static final String[] TEXTS = {
        "", "x", "null", "true", "0", "-1", "\u8bad\u7ec3", " ", "\"", "a b", "\0", "%s%n"
    };

    /** Damages a file. */
    void to(Path file, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, bytes.length == 0 ? new byte[] {(byte) random.nextInt()} : of(bytes, random));
    }

    /** The damaged form of contents of at least one byte. */
    byte[] of(byte[] bytes, Random random) throws IOException {
        throw new UnsupportedOperationException(name());
    }

    private static byte[] replaced(byte[] bytes, Random random, Pattern what, String... by) {
        // Latin 1 keeps every byte of a binary file.
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        MatchResult[] found = what.matcher(text).results().toArray(MatchResult[]::new);
        if (found.length == 0) {
            return bytes;
        }
        MatchResult one = found[random.nextInt(found.length)];
        return join(
                head(bytes, one.start()),
                by[random.nextInt(by.length)].getBytes(StandardCharsets.UTF_8),
                tail(bytes, one.end()));
    }

    private static byte[] swapped(byte[] bytes, Random random, String separator) {
        String[] parts = new String(bytes, StandardCharsets.ISO_8859_1).split(separator, -1);
        int one = random.nextInt(parts.length);
        int other = random.nextInt(parts.length);
        String kept = parts[one];
        parts[one] = parts[other];
        parts[other] = kept;
        return String.join(separator, parts).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] head(byte[] bytes, int to) {
        return Arrays.copyOf(bytes, Math.min(to, bytes.length));
    }

    private static byte[] tail(byte[] bytes, int from) {
        return Arrays.copyOfRange(bytes, Math.min(from, bytes.length), bytes.length);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
