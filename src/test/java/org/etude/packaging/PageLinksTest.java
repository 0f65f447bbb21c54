// SPDX-License-Identifier: Apache-2.0
package org.etude.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between pages: README.md, docs/, the other pages at the top, and the text of notebooks. */
class PageLinksTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s\\\\]+)\\)");
    private static final Pattern ELSEWHERE = Pattern.compile("^[a-z]+:.*");
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern SPAN = Pattern.compile("`[^`\n]*`");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.*)$");

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String place : List.of("docs", "notebooks", "data", "configs", "packaging")) {
            try (Stream<Path> files = Files.walk(Path.of(place))) {
                files.filter(file -> file.toString().matches(".*\\.(md|ipynb)")).forEach(pages::add);
            }
        }
        try (Stream<Path> files = Files.list(Path.of("."))) {
            files.map(Path::normalize)
                    .filter(file -> file.toString().endsWith(".md"))
                    .forEach(pages::add);
        }
        return pages;
    }

    /** The anchors of a page's headings, as GitHub makes them. */
    private static Set<String> anchors(Path page) throws IOException {
        return HEADING.matcher(CODE.matcher(Files.readString(page)).replaceAll(""))
                .results()
                .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private static List<String> links(Path page) throws IOException {
        String text = CODE.matcher(Files.readString(page)).replaceAll("");
        return LINK.matcher(SPAN.matcher(text).replaceAll(""))
                .results()
                .map((MatchResult link) -> link.group(1))
                .filter(link -> !ELSEWHERE.matcher(link).matches())
                .toList();
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return hash < 0 || !target.toString().endsWith(".md") || anchors(target).contains(link.substring(hash + 1));
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        int tried = 0;
        for (Path page : pages()) {
            for (String link : links(page)) {
                tried++;
                if (!leadsSomewhere(page, link)) {
                    broken.add(page + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(tried).isGreaterThan(200);
    }
}
