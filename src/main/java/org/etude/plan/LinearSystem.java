// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.Arrays;

/** Solves small linear systems by Gaussian elimination with pivoting. */
final class LinearSystem {
    private LinearSystem() {}

    static double[] solve(double[][] matrix, double[] right) {
        double[][] columns = new double[right.length][1];
        for (int i = 0; i < right.length; i++) {
            columns[i][0] = right[i];
        }
        double[][] solved = solveAll(matrix, columns);
        double[] result = new double[right.length];
        for (int i = 0; i < right.length; i++) {
            result[i] = solved[i][0];
        }
        return result;
    }

    static double[][] inverse(double[][] matrix) {
        double[][] unit = new double[matrix.length][matrix.length];
        for (int i = 0; i < matrix.length; i++) {
            unit[i][i] = 1;
        }
        return solveAll(matrix, unit);
    }

    private static double[][] solveAll(double[][] matrix, double[][] right) {
        int n = matrix.length;
        double[][] rows = new double[n][];
        for (int i = 0; i < n; i++) {
            rows[i] = Arrays.copyOf(matrix[i], n + right[i].length);
            System.arraycopy(right[i], 0, rows[i], n, right[i].length);
        }
        for (int c = 0; c < n; c++) {
            int pivot = c;
            for (int r = c + 1; r < n; r++) {
                pivot = Math.abs(rows[r][c]) > Math.abs(rows[pivot][c]) ? r : pivot;
            }
            double[] swapped = rows[c];
            rows[c] = rows[pivot];
            rows[pivot] = swapped;
            eliminate(rows, c);
        }
        double[][] result = new double[n][];
        for (int i = 0; i < n; i++) {
            result[i] = Arrays.copyOfRange(rows[i], n, rows[i].length);
        }
        return result;
    }

    private static void eliminate(double[][] rows, int column) {
        double pivot = rows[column][column];
        for (int k = 0; k < rows[column].length; k++) {
            rows[column][k] /= pivot;
        }
        for (int r = 0; r < rows.length; r++) {
            double factor = rows[r][column];
            for (int k = 0; r != column && k < rows[r].length; k++) {
                rows[r][k] -= factor * rows[column][k];
            }
        }
    }
}
