// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.notebook.output.HtmlText;

/** Converts Javadoc source to readable text. */
final class JavadocText {
    private static final Pattern CODE = Pattern.compile("\\{@(?:code|literal)\\s+((?:[^{}]|\\{[^{}]*\\})*)\\}");
    private static final Pattern LINK = Pattern.compile("\\{@link(?:plain)?\\s+([^\\s}]+)(?:\\s+([^}]*))?\\}");
    private static final Pattern OTHER = Pattern.compile("\\{@\\w+\\s*([^{}]*)\\}");
    private static final Pattern BLOCK = Pattern.compile("(?m)^\\s*@(\\w+)");
    private static final Pattern TAG = Pattern.compile("</?[a-zA-Z][^<>]*>");

    private JavadocText() {}

    /** Signatures and documentation, as text and as HTML. */
    static Inspection inspection(List<String> signatures, String javadoc) {
        String head = String.join("\n", signatures);
        String body = plain(javadoc);
        String html = "<pre>" + HtmlText.escape(head) + "</pre>"
                + (body.isEmpty()
                        ? ""
                        : "<p>"
                                + HtmlText.escape(body)
                                        .replace("\n\n", "</p><p>")
                                        .replace("\n", "<br>") + "</p>");
        return new Inspection(body.isEmpty() ? head : head + "\n\n" + body, html);
    }

    /** The text without tags. */
    static String plain(String javadoc) {
        String text = CODE.matcher(javadoc).replaceAll(match -> Matcher.quoteReplacement(kept(match.group(1))));
        text = text.replaceAll("\\s*\\n\\s*<p>\\s*", "\n\n")
                .replaceAll("<p>", "\n\n")
                .replaceAll("<li>", "- ");
        text = LINK.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(
                        match.group(2) != null
                                ? match.group(2)
                                : match.group(1).replaceFirst("^#", "").replace('#', '.')));
        text = OTHER.matcher(text).replaceAll("$1");
        text = TAG.matcher(text).replaceAll("");
        text = BLOCK.matcher(text).replaceAll("$1:");
        return text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&nbsp;", " ")
                .replace("&quot;", "\"")
                .replace("&#64;", "@")
                .replace("&amp;", "&")
                .strip();
    }

    /** Code as entities: its angle brackets are not tags, and its annotations no block tags. */
    private static String kept(String code) {
        return code.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("@", "&#64;");
    }
}
