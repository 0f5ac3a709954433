import { FACT_GRADE_LABELS } from '#contracts/facts/vocabulary.ts'
import { readFactValue } from '#contracts/rules/facts/read-fact-value.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import type { ExistingProduct } from '#contracts/submission-review/approval.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'

/** A value of a product before and after an update; '' if there is none. */
export type ComparedTexts = { label: string; before: string; after: string }

/**
 * Lists the submitted facts next to those that the product has. An approval replaces what the vendor stated earlier;
 * facts from other sources stay, and are named with their source. Facts that an approval skips are left out.
 */
export const listFactChanges = (
  submitted: SubmissionRecord['facts'],
  existing: ExistingProduct['facts'],
): ComparedTexts[] =>
  submitted.flatMap((fact) => {
    const value = readFactValue(fact.value)
    if (fact.problem !== '' || value === undefined) return []
    const current = existing.filter(({ attribute }) => attribute === fact.attribute)
    const others = current.filter(({ grade }) => grade !== 'claimed').map(describeFact)
    const claimed = current.filter(({ grade }) => grade === 'claimed').map(describeFact)
    const next = describeFact({ ...fact, value, grade: 'claimed' })
    return {
      label: fact.label,
      before: [...claimed, ...others].join('\n'),
      after: [claimed.includes(next) ? `${next}，没有变化，确认至提交之日` : next, ...others].join('\n'),
    }
  })

const describeFact = (fact: Omit<ExistingProduct['facts'][number], 'attribute'>): string =>
  `${describeFactValue(fact, fact.value)}（${FACT_GRADE_LABELS[fact.grade]}）`
