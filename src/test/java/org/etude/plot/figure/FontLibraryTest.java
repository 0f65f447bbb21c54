// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** The error in a project without PDFBox says what to add. */
class FontLibraryTest {
    @Test
    void isThereInTheCheckout() {
        assertThatCode(FontLibrary::require).doesNotThrowAnyException();
    }

    @Test
    void saysWhatToAdd() throws ReflectiveOperationException {
        Method require = new Without().loadClass(FontLibrary.class.getName()).getDeclaredMethod("require");
        require.setAccessible(true);
        Throwable thrown = catchThrowable(() -> require.invoke(null)).getCause();
        assertThat(thrown.getClass().getSimpleName()).isEqualTo("PlotException");
        assertThat(thrown).hasMessageContaining("not on the class path").hasMessageContaining("pdfbox:pdfbox");
    }

    /** Etude's classes anew, and nothing of PDFBox. */
    private static final class Without extends ClassLoader {
        Without() {
            super(FontLibraryTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("org.apache.fontbox")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.equals(FontLibrary.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
