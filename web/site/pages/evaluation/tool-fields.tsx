/** The fields of the scoring tool: the product's name and a score for each group. */
import type { RefObject } from 'react'
import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import { EVALUATION_MESSAGES } from '#contracts/evaluation/messages.ts'
import { TEXT } from '#contracts/limits.ts'
import { calculateWeightedParts, type Scores } from '#contracts/rules/score.ts'
import { SCORE_GROUP_LABELS } from '#contracts/vocabulary.ts'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField } from '../../components/form-field.tsx'
import { useSiteFormField } from '../../components/site-form.tsx'
import { useIsHydrated } from '../../components/use-is-hydrated.ts'
import type { StoredEvaluation } from './evaluation-store.ts'
import { ScoreInput } from './score-input.tsx'

const SCORE_FIELDS = { tech: 'techScore', business: 'businessScore', market: 'marketScore' } as const

export const TOOL_FIELD_LABELS = {
  productName: '产品名称',
  techScore: `${SCORE_GROUP_LABELS.tech}得分`,
  businessScore: `${SCORE_GROUP_LABELS.business}得分`,
  marketScore: `${SCORE_GROUP_LABELS.market}得分`,
}

type NameFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  name: string
  requestError: string | undefined
  onChange: (name: string) => void
}

export function NameField({ ref, name, requestError, onChange }: NameFieldProps) {
  const { id, error } = useSiteFormField('productName')
  const isHydrated = useIsHydrated()
  return (
    <FormField id={id} label={TOOL_FIELD_LABELS.productName} isRequired error={isHydrated ? requestError : error}>
      {(control) => (
        <input
          {...control}
          ref={ref}
          name="productName"
          type="text"
          className={CONTROL_CLASS}
          value={name}
          maxLength={TEXT.line}
          autoComplete="off"
          placeholder={EVALUATION_MESSAGES.productName}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  )
}

type ScoreInputsProps = {
  evaluation: StoredEvaluation
  weights: EvaluationContent['evaluationTool']['weights']
  standards: EvaluationContent['evaluationStandards']
  onChange: (scores: Partial<Scores>) => void
}

/** The input of each group's score, with its share of the result and the standard it is scored by. */
export const ScoreInputs = ({ evaluation, weights, standards, onChange }: ScoreInputsProps) =>
  calculateWeightedParts(evaluation, weights).map(({ group, share }) => (
    <ScoreInput
      key={group}
      name={SCORE_FIELDS[group]}
      label={SCORE_GROUP_LABELS[group]}
      share={share}
      hint={standards.groups.find(({ title }) => title === SCORE_GROUP_LABELS[group])?.description}
      value={evaluation[SCORE_FIELDS[group]]}
      onChange={(score) => onChange({ [SCORE_FIELDS[group]]: score })}
    />
  ))
