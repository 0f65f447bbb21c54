// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.Formatter;
import java.util.Locale;
import java.util.Scanner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * No text that Etude writes or compares depends on the language of the machine: what formats numbers or changes the case
 * of letters states its language. In Arabic and Persian {@code %d} has other digits, in Turkish "I" another small letter.
 */
class LanguageRulesTest {
    private static JavaClasses ours;

    @BeforeAll
    static void read() {
        ours = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.etude");
    }

    @Test
    void numbersAreFormattedInAStatedLanguage() {
        noClasses()
                .should()
                .callMethod(String.class, "format", String.class, Object[].class)
                .orShould()
                .callMethod(String.class, "formatted", Object[].class)
                .orShould()
                .callMethod(PrintStream.class, "printf", String.class, Object[].class)
                .orShould()
                .callMethod(PrintStream.class, "format", String.class, Object[].class)
                .orShould()
                .callMethod(PrintWriter.class, "printf", String.class, Object[].class)
                .orShould()
                .callMethod(PrintWriter.class, "format", String.class, Object[].class)
                .orShould()
                .callConstructor(Formatter.class)
                .orShould()
                .callConstructor(Formatter.class, Appendable.class)
                .orShould()
                .callConstructor(MessageFormat.class, String.class)
                .orShould()
                .callConstructor(Scanner.class, String.class)
                .orShould()
                .callMethod(NumberFormat.class, "getInstance")
                .orShould()
                .callMethod(NumberFormat.class, "getIntegerInstance")
                .check(ours);
    }

    @Test
    void lettersChangeCaseInAStatedLanguage() {
        noClasses()
                .should()
                .callMethod(String.class, "toLowerCase")
                .orShould()
                .callMethod(String.class, "toUpperCase")
                .orShould()
                .callMethod(Locale.class, "getDefault")
                .check(ours);
    }
}
