// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** Collects the answers of the values of one partition. */
final class StageAnswers extends AbstractFunction1<Iterator<StageValue>, List<TaskAnswer>> implements Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public List<TaskAnswer> apply(Iterator<StageValue> values) {
        List<TaskAnswer> answers = new ArrayList<>();
        while (values.hasNext()) {
            try {
                answers.add(values.next().answer());
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        return answers;
    }
}
