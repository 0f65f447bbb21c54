// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LinearSystemTest {
    /** x + 2y = 5, 3x - y = 1: x = 1, y = 2. */
    @Test
    void twoEquationsHaveTheirSolution() {
        assertThat(LinearSystem.solve(new double[][] {{1, 2}, {3, -1}}, new double[] {5, 1}))
                .containsExactly(new double[] {1, 2}, within(1e-15));
    }

    /** Without pivots the first column would divide by zero. */
    @Test
    void aZeroOnTheDiagonalIsSwappedAway() {
        double[][] matrix = {{0, 1, 0}, {0, 0, 4}, {2, 0, 0}};
        assertThat(LinearSystem.solve(matrix, new double[] {7, 8, 6})).containsExactly(3, 7, 2);
        assertThat(matrix[0]).as("the matrix is left alone").containsExactly(0, 1, 0);
    }

    /** The largest pivot keeps the digits that a tiny one would lose. */
    @Test
    void aTinyPivotIsNotUsed() {
        assertThat(LinearSystem.solve(new double[][] {{1e-20, 1}, {1, 1}}, new double[] {1, 2}))
                .containsExactly(new double[] {1, 1}, within(1e-12));
    }

    @Test
    void anInverseUndoesItsMatrix() {
        double[][] inverse = LinearSystem.inverse(new double[][] {{2, 1}, {5, 3}});
        assertThat(inverse[0]).containsExactly(new double[] {3, -1}, within(1e-12));
        assertThat(inverse[1]).containsExactly(new double[] {-5, 2}, within(1e-12));
    }

    /** A diagonal larger than its row's rest makes a system that has one solution. */
    @Property(tries = 200)
    void aSolutionSolves(
            @ForAll @Size(25) List<@DoubleRange(min = -1, max = 1) Double> values,
            @ForAll @Size(5) List<@DoubleRange(min = -9, max = 9) Double> right) {
        double[][] matrix = new double[5][5];
        for (int i = 0; i < 25; i++) {
            matrix[i / 5][i % 5] = values.get(i) + (i / 5 == i % 5 ? 6 : 0);
        }
        double[] x = LinearSystem.solve(
                matrix, right.stream().mapToDouble(Double::doubleValue).toArray());
        for (int row = 0; row < 5; row++) {
            double sum = 0;
            for (int k = 0; k < 5; k++) {
                sum += matrix[row][k] * x[k];
            }
            assertThat(sum).isEqualTo(right.get(row), within(1e-9));
        }
    }
}
