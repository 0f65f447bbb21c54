// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the cell declares is in scope until its block closes. */
class LocalNamesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "var a = 1; int b = a; List<String> c = null; int[] d = {}; e = b; |a=var b=int c=var d=var",
                "int x, y = f(1, 2), z; f(p, q); |x=int y=var z=var",
                "for (var row : rows) { double sum = 0; if (row.x() > 1) sum += |sum=double row=var",
                "for (var row : rows) { double sum = 0; } ; |",
                "for (int i = 0; i < 3; i++) print(|i=int",
                "runs.forEach((name, run) -> |name=var run=var",
                "runs.forEach((String name, int run) -> { int k = 1; |k=int name=String run=int",
                "xs.map(x -> x + 1).filter(|",
                "xs.map(x -> f(x, |x=var",
                "double exposed(int ranks) { var run = 1; |run=var ranks=int exposed=(double",
                "double exposed(int ranks) { var run = 1; } |exposed=(double",
                "List<Double> all(int n) {} int[] some() {} |all=(List<Double> some=(",
                "record P(int x) {} class Q { int f; } enum E { ONE } |P=record Q=class E=enum",
                "try (var files = list()) { |files=var",
                "if (o instanceof String text && text.|text=String",
                "// int no = 1;~String s = \"int not = 2;\"; /* int nor = 3; */ |s=String",
                "String s = \"\"\"~int no = 1;~\"\"\"; return x; throw e; new Foo(y); |s=String",
                "if (c > d) f(); x = (int) y; a < b; case z: |"
            })
    void inScopeAtTheEnd(String code, String expected) {
        List<String> found = LocalNames.in(code.replace("~", "\n")).entrySet().stream()
                .map(Object::toString)
                .toList();
        assertThat(found).containsExactlyInAnyOrder(expected == null ? new String[0] : expected.split(" "));
    }

    @Property(tries = 300)
    void anyTextIsRead(@ForAll @StringLength(max = 40) @CharRange(from = ' ', to = '~') String code) {
        assertThat(LocalNames.in(code)).isNotNull();
    }
}
