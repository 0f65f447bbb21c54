// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.html;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.notebook.output.HtmlText;

/** Highlights Java source as HTML: comments, strings, numbers, annotations and keywords get classes for colouring. */
final class JavaHighlighter {
    private static final Set<String> KEYWORDS = Set.of(
            ("abstract assert boolean break byte case catch char class const continue default do double else enum "
                            + "extends false final finally float for goto if implements import instanceof int interface "
                            + "long native new null package private protected public record return sealed permits short "
                            + "static strictfp super switch synchronized this throw throws transient true try var void "
                            + "volatile while yield")
                    .split(" "));

    private static final Pattern TOKEN = Pattern.compile("(?<comment>//[^\\n]*|/\\*(?s:.)*?(?:\\*/|\\z))"
            + "|(?<string>\"\"\"(?s:\\\\.|.)*?(?:\"\"\"|\\z)|\"(?:\\\\.|[^\"\\\\\\n])*\"?|'(?:\\\\.|[^'\\\\\\n])+'?)"
            + "|(?<magic>(?m:^)%%?[\\w]+[^\\n]*)"
            + "|(?<annotation>@[\\p{L}_$][\\p{L}\\p{N}_$.]*)"
            + "|(?<number>\\b\\d[\\w.]*)"
            + "|(?<word>[\\p{L}_$][\\p{L}\\p{N}_$]*)");

    private JavaHighlighter() {}

    /** The source, escaped and marked up; removing the tags yields the source again. */
    static String html(String source) {
        StringBuilder out = new StringBuilder(source.length() * 2);
        Matcher token = TOKEN.matcher(source);
        int end = 0;
        while (token.find()) {
            out.append(HtmlText.escape(source.substring(end, token.start())));
            String text = HtmlText.escape(token.group());
            String style = style(token);
            out.append(style == null ? text : "<span class=\"" + style + "\">" + text + "</span>");
            end = token.end();
        }
        return out.append(HtmlText.escape(source.substring(end))).toString();
    }

    private static String style(Matcher token) {
        if (token.group("word") != null) {
            return KEYWORDS.contains(token.group()) ? "k" : null;
        }
        if (token.group("comment") != null) {
            return "c";
        }
        if (token.group("string") != null) {
            return "s";
        }
        return token.group("number") != null ? "n" : "a";
    }
}
