// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.etude.plot.model.Size;
import org.etude.plot.paint.Scene;
import org.etude.plot.paint.Typeface;
import org.junit.jupiter.api.Test;

class CategoryNamesTest {
    private static final String POOL = "aten::max_pool2d_with_indices";
    private static final List<String> OPERATORS = List.of(POOL, "aten::convolution_overrideable", POOL + "_backward");

    @Test
    void namesThatBeginAlikeAreCutInTheMiddle() {
        double room = Typeface.REGULAR.width("aten::max_pool2d_with_ind", 10);
        List<String> cut = CategoryNames.fit(OPERATORS, 10, room);
        assertThat(cut).doesNotHaveDuplicates();
        assertThat(cut.get(0)).isEqualTo("aten::max_po…ith_indices");
        assertThat(cut.get(1)).isEqualTo(Typeface.REGULAR.fit(OPERATORS.get(1), 10, room));
        assertThat(cut.get(2)).isEqualTo("aten::max_p…s_backward");
        assertThat(cut)
                .allSatisfy(name -> assertThat(Typeface.REGULAR.width(name, 10)).isLessThanOrEqualTo(room));
    }

    @Test
    void namesThatFitAndEqualNamesStay() {
        assertThat(CategoryNames.fit(List.of("mm", "relu", "mm"), 10, 100)).containsExactly("mm", "relu", "mm");
        double room = Typeface.REGULAR.width("aten::max_pool", 10);
        String cut = Typeface.REGULAR.fit(POOL, 10, room);
        assertThat(CategoryNames.fit(List.of(POOL, POOL), 10, room)).containsExactly(cut, cut);
    }

    @Test
    void noCharacterIsHalved() {
        double room = Typeface.REGULAR.width("αααααααααα", 10);
        List<String> cut = CategoryNames.fit(List.of("α".repeat(20) + "x", "α".repeat(20) + "y"), 10, room);
        assertThat(cut.get(0)).endsWith("αx");
        assertThat(cut.get(1)).endsWith("αy");
        assertThat(CategoryNames.fit(List.of(POOL, POOL + "s"), 10, 0)).containsExactly("", "");
    }

    @Test
    void barsOfOperatorsAreToldApartInBothKindsOfFigure() {
        Panel bars =
                Panel.of(Axis.categories("", OPERATORS), Axis.linear("")).bars("", Ink.BLUE, new double[] {3, 2, 1});
        Scene scene = new Scene(200, 200);
        new PanelLayout(bars, Size.COLUMN.font(10), false).draw(scene, 0, 0, 200, 200);
        assertThat(scene.items().stream()
                        .filter(Scene.Text.class::isInstance)
                        .map(item -> ((Scene.Text) item).text())
                        .filter(text -> text.startsWith("aten::max")))
                .hasSize(2)
                .doesNotHaveDuplicates();
    }
}
