// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Reads doc comments from source text, with the compiler's own parser. */
final class SourceDocs {
    private final SourceFiles files = new SourceFiles();

    /** The documentation of a class. */
    Optional<String> ofType(Class<?> type) {
        return search(type, "");
    }

    /** The documentation of the first documented member of that name. */
    Optional<String> ofMember(Class<?> type, String member) {
        return search(type, member);
    }

    private Optional<String> search(Class<?> type, String member) {
        return files.of(type).flatMap(text -> {
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            JavacTask task = (JavacTask)
                    compiler.getTask(null, null, problem -> {}, List.of("-proc:none"), null, List.of(new Text(text)));
            Finder finder = new Finder(DocTrees.instance(task), type.getSimpleName(), member);
            try {
                for (CompilationUnitTree unit : task.parse()) {
                    finder.scan(unit, null);
                }
            } catch (IOException e) {
                return Optional.empty();
            }
            return Optional.ofNullable(finder.found);
        });
    }

    /** A source in memory. */
    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(String text) {
            super(URI.create("string:///Source.java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Finds one declaration. */
    private static final class Finder extends TreePathScanner<Void, Void> {
        private final DocTrees trees;
        private final String type;
        private final String member;
        private String found;

        Finder(DocTrees trees, String type, String member) {
            this.trees = trees;
            this.type = type;
            this.member = member;
        }

        @Override
        public Void visitClass(ClassTree node, Void none) {
            if (member.isEmpty() && node.getSimpleName().contentEquals(type)) {
                take();
            }
            return super.visitClass(node, none);
        }

        @Override
        public Void visitMethod(MethodTree node, Void none) {
            if (node.getName().contentEquals(member) && inType()) {
                take();
            }
            return null;
        }

        @Override
        public Void visitVariable(VariableTree node, Void none) {
            if (node.getName().contentEquals(member) && inType()) {
                take();
            }
            return null;
        }

        private boolean inType() {
            TreePath parent = getCurrentPath().getParentPath();
            return parent.getLeaf() instanceof ClassTree holder
                    && holder.getSimpleName().contentEquals(type);
        }

        private void take() {
            if (found == null) {
                found = trees.getDocComment(getCurrentPath());
            }
        }
    }
}
