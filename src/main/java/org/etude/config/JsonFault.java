// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Describes in an error message where and why JSON cannot be read. */
public final class JsonFault {
    private static final Pattern SOURCE = Pattern.compile("\\[Source: [^;\\]]*; ");
    /** How a program that uses Jackson could allow it. */
    private static final Pattern HINT = Pattern.compile(": enable `[^`]*` to allow");

    private JsonFault() {}

    /**
     * The line of a fault after a separator, such as {@code ", line 3"}. Empty when Jackson does not report it, for
     * instance when a document exceeds a limit (nesting, text length).
     */
    public static String line(String separator, JsonProcessingException fault) {
        JsonLocation at = fault.getLocation();
        return at == null || at.getLineNr() < 1 ? "" : separator + "line " + at.getLineNr();
    }

    /** Where and why a document is not JSON, after a separator: {@code ", line 3: is not JSON: ..."}. */
    public static String notJson(String separator, JsonProcessingException fault) {
        return line(separator, fault) + ": is not JSON: " + reason(fault);
    }

    /** Whether nothing of a document follows its fault, so that it may have been cut there. */
    public static boolean isAtEnd(JsonParser parser) throws IOException {
        if (parser.releaseBuffered(OutputStream.nullOutputStream()) > 0) {
            return false;
        }
        return !(parser.getInputSource() instanceof InputStream in) || in.read() < 0;
    }

    /**
     * What is wrong, in one line: without Jackson's note on the source of the text, and without the indented lines in
     * which SnakeYAML quotes it. A value that does not fit is named by its place instead of the Java class it is for.
     */
    public static String reason(JsonProcessingException fault) {
        if (fault instanceof MismatchedInputException misfit
                && !misfit.getPath().isEmpty()) {
            return place(misfit) + " has a value of another kind than expected";
        }
        String text = fault.getOriginalMessage();
        return text == null
                ? "no reason given"
                : HINT.matcher(SOURCE.matcher(text).replaceAll("["))
                        .replaceAll("")
                        .lines()
                        .filter(line -> !line.startsWith(" "))
                        .collect(Collectors.joining(", "));
    }

    /** Where a value is: {@code rows.sweep[3]}. */
    private static String place(MismatchedInputException misfit) {
        StringBuilder place = new StringBuilder();
        for (JsonMappingException.Reference step : misfit.getPath()) {
            if (step.getFieldName() == null) {
                place.append('[').append(step.getIndex()).append(']');
            } else {
                place.append(place.length() == 0 ? "" : ".").append(step.getFieldName());
            }
        }
        return place.toString();
    }
}
