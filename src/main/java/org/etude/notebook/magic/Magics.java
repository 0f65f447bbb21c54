// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.notebook.complete.BlankedCode;
import org.etude.notebook.complete.Completeness;
import org.etude.notebook.complete.Completions;
import org.etude.notebook.complete.Inspection;
import org.etude.notebook.eval.CellCode;
import org.etude.notebook.eval.CellEvaluator;
import org.etude.notebook.eval.CellLanguage;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.output.HtmlText;
import org.etude.notebook.output.MimeBundle;

/** All magics; implements the evaluators' language extension. */
public final class Magics implements CellLanguage {
    private static final Pattern NAME_AT_CURSOR = Pattern.compile("[ \\t]*(%%?)(\\w*)");
    private static final Pattern FILE_AT_CURSOR = Pattern.compile("[ \\t]*%(\\w+)[ \\t]+(?:.*[ \\t])?(\\S*)");

    /** What users of the {@code jshell} tool type, and what does it here. */
    private static final Pattern JSHELL_COMMAND = Pattern.compile(
            "\\s*/(vars|list|methods|types|imports|reset|drop|help|env|open|exit|save|history|\\?|!)\\b.*\\s*");

    /** A question at the end of a cell, as in IPython: {@code Traces?}, {@code ?sim.bound}. No Java ends like this. */
    private static final Pattern QUESTION =
            Pattern.compile("(?:^|\\n)[ \\t]*(?:(\\?{1,2})[ \\t]*(%{0,2}[\\w.$]+)(?:\\(\\))?"
                    + "|(%{0,2}[\\w.$]+)(?:\\(\\))?[ \\t]*(\\?{1,2}))\\s*$");

    private final List<Magic> all = new ArrayList<>();

    /** Creates the built-in magics. */
    public Magics() {
        all.addAll(List.of(
                new ClassPathMagic(),
                new HelpMagic(() -> all),
                new LoadMagic(),
                new MavenMagic(),
                new ResetMagic(),
                new TimeMagic(),
                new WhoMagic()));
    }

    @Override
    public boolean handles(String code) {
        return MagicScript.mentions(code)
                || JSHELL_COMMAND.matcher(code).matches()
                || question(code).isPresent();
    }

    @Override
    public CellResult run(String code, CellEvaluator evaluator, CellCode cell) {
        if (JSHELL_COMMAND.matcher(code).matches()) {
            return cell.call(() -> {
                throw new MagicException(
                        code.strip() + " is a command of the jshell tool, not of cells",
                        "%who lists variables, %reset forgets them, %classpath adds jars, %load runs a file;"
                                + " %help lists all magics.");
            });
        }
        Optional<MatchResult> question = question(code);
        if (question.isPresent()) {
            MatchResult asked = question.get();
            CellResult above = evaluator.interpret(code.substring(0, asked.start()), cell);
            String name = asked.group(2) == null ? asked.group(3) : asked.group(2);
            return above.ok() ? cell.call(() -> explained(name, evaluator)) : above;
        }
        CellResult result = new CellResult.Ok(Optional.empty());
        List<MagicScript.Part> parts =
                MagicScript.split(code, java -> evaluator.isComplete(java).status() != Completeness.Status.INCOMPLETE);
        for (MagicScript.Part part : parts) {
            result = part.magic() == null
                    ? cell.run(part.text())
                    : magic(part, new MagicCall(evaluator, cell, part.text(), part.body()));
            if (!result.ok()) {
                return result;
            }
        }
        return result;
    }

    /** A question mark that begins a line may continue an expression, whose end is missing then. */
    private static Optional<MatchResult> question(String code) {
        Matcher found = QUESTION.matcher(code);
        boolean asks = found.find() && (found.group(1) == null || ended(code.substring(0, found.start())));
        return asks ? Optional.of(found.toMatchResult()) : Optional.empty();
    }

    private static boolean ended(String above) {
        String java = BlankedCode.of(above).stripTrailing();
        return java.isEmpty()
                || java.endsWith(";")
                || java.endsWith("}")
                || MagicScript.mentions(java.substring(java.lastIndexOf('\n') + 1));
    }

    private static MimeBundle explained(String name, CellEvaluator evaluator) {
        return evaluator
                .inspect(name, name.length())
                .map(found -> MimeBundle.html(found.html(), found.text()))
                .orElseThrow(() -> new MagicException(
                        "no documentation of " + name + " here",
                        "Write the name of a class, a variable, or a method after its receiver: Traces.load?"));
    }

    private CellResult magic(MagicScript.Part part, MagicCall call) {
        Optional<Magic> magic = named(part.magic());
        boolean cellOfLine =
                part.body() != null && magic.isPresent() && !magic.get().takesJava();
        if (magic.isEmpty() || cellOfLine) {
            String sign = part.body() == null ? "%" : "%%";
            return call.cell().call(() -> {
                throw new MagicException("no magic " + sign + part.magic(), instead(part.magic()));
            });
        }
        return magic.get().run(call);
    }

    /** What does here what a magic of IPython does there. */
    private static String instead(String magic) {
        return switch (magic) {
            case "matplotlib", "pylab" -> "Figures are shown without it: end a cell with Plots.timeline(sim).";
            case "pip", "conda", "mamba" -> "%maven group:artifact:version adds a library of Java, %classpath a jar.";
            case "bash", "sh", "script", "system", "sx", "cd", "ls", "pwd", "cat", "env" ->
                "Cells run Java; for shell commands use a terminal (in JupyterLab: File, New, Terminal).";
            case "html", "HTML", "javascript", "js", "svg", "latex", "markdown" ->
                "displayHtml(\"<b>text</b>\") shows HTML.";
            case "timeit", "prun" -> "%time measures one run of a line, %%time of a cell.";
            case "run", "loadpy" -> "%load file.java runs a file.";
            default -> "%help lists the magics.";
        };
    }

    private Optional<Magic> named(String name) {
        return all.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    @Override
    public String javaOnly(String code) {
        String asked = question(code)
                .map(question -> {
                    int marks = question.group(1) == null ? 4 : 1;
                    return code.substring(0, question.start(marks))
                            + " ".repeat(question.group(marks).length())
                            + code.substring(question.end(marks));
                })
                .orElse(code);
        return MagicScript.javaOnly(
                asked, name -> named(name).map(Magic::takesJava).orElse(false));
    }

    @Override
    public Optional<Completions> complete(String code, int cursor) {
        String line = code.substring(code.lastIndexOf('\n', cursor - 1) + 1, cursor);
        Matcher name = NAME_AT_CURSOR.matcher(line);
        if (name.matches()) {
            int start = cursor - name.group(1).length() - name.group(2).length();
            List<Completions.Item> items = all.stream()
                    .filter(each -> each.name().startsWith(name.group(2)))
                    .filter(each -> name.group(1).length() == 1 || each.takesJava())
                    .map(each -> new Completions.Item(name.group(1) + each.name(), "magic", each.summary()))
                    .toList();
            return Optional.of(new Completions(start, cursor, items));
        }
        Matcher file = FILE_AT_CURSOR.matcher(line);
        if (file.matches() && named(file.group(1)).map(Magic::takesFiles).orElse(false)) {
            return Optional.of(files(file.group(2), cursor));
        }
        boolean magic =
                file.matches() && !named(file.group(1)).map(Magic::takesJava).orElse(true);
        return magic ? Optional.of(Completions.none(cursor)) : Optional.empty();
    }

    private static Completions files(String begun, int cursor) {
        int slash = begun.lastIndexOf('/') + 1;
        File directory = new File(slash == 0 ? "." : begun.substring(0, slash));
        File[] found = directory.listFiles((in, name) -> name.startsWith(begun.substring(slash)));
        List<Completions.Item> items = found == null
                ? List.of()
                : Arrays.stream(found)
                        .sorted(Comparator.comparing(File::getName))
                        .map(each -> begun.substring(0, slash) + each.getName() + (each.isDirectory() ? "/" : ""))
                        .map(text -> new Completions.Item(text, "path", ""))
                        .toList();
        return new Completions(cursor - begun.length(), cursor, items);
    }

    @Override
    public Optional<Inspection> inspect(String code, int cursor) {
        int start = code.lastIndexOf('\n', cursor - 1) + 1;
        int end = code.indexOf('\n', cursor);
        Matcher name =
                Pattern.compile("[ \\t]*%%?(\\w+)").matcher(code.substring(start, end < 0 ? code.length() : end));
        if (!name.lookingAt() || start + name.end() < cursor) {
            return Optional.empty();
        }
        return named(name.group(1)).map(each -> {
            String text = each.usage() + "\n\n" + each.summary();
            return new Inspection(text, "<pre>" + HtmlText.escape(text) + "</pre>");
        });
    }
}
