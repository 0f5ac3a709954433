import type { CountedRule } from '#contracts/evaluation-projects/counted.ts'
import type { ProjectCriterion } from '#contracts/evaluation-projects/project.ts'
import { EVALUATION_ANALYSIS, SCORE, TASKS } from '#contracts/limits.ts'
import {
  isMeasuredCriterion,
  isRunCriterion,
  type MeasuredCriterion,
  type RunCriterion,
} from '#contracts/rules/evaluation/counted-criteria.ts'
import { DIRECTION_LABELS, RATE_LABELS } from '#contracts/rules/evaluation/describe-counted.ts'
import { isPriceCriterion } from '#contracts/rules/evaluation/project-prices.ts'
import { FormField } from '../../../components/form-field.tsx'
import { LineField } from '../connections/line-field.tsx'
import { SelectField } from '../controlled-fields.tsx'
import { NumberInput } from '../number-input.tsx'
import { TagsField } from '../tasks/tags-field.tsx'

type CountedCriteriaProps = {
  criteria: readonly ProjectCriterion[]
  onChange: (criterion: string, changes: Partial<ProjectCriterion>) => void
}

const WAYS = { judged: '评委打分', checklist: '逐项核对', runs: '由实测计算', measured: '由试点数据判定' } as const
type Way = keyof typeof WAYS
const isWay = (value: string): value is Way => Object.hasOwn(WAYS, value)

const getWay = ({ counted, isChecklist }: ProjectCriterion): Way => {
  if (counted) return counted.kind
  return isChecklist ? 'checklist' : 'judged'
}

/** Typical values, to be changed. */
const NEW_RULES: Record<CountedRule['kind'], CountedRule> = {
  runs: { kind: 'runs', shown: 'passed', tags: [], questions: 0 },
  measured: { kind: 'measured', unit: '%', direction: 'atLeast', mark: 80 },
}
const DEFAULT_MARK = 95

/** Returns what changes of a criterion that is scored in another way. */
function changeWay({ minimum }: ProjectCriterion, way: Way): Partial<ProjectCriterion> {
  const counted = way === 'runs' || way === 'measured' ? NEW_RULES[way] : undefined
  return {
    counted,
    isChecklist: way === 'checklist' ? true : undefined,
    ...(way === 'runs' && { minimum: minimum ?? DEFAULT_MARK }),
  }
}

/** Chooses how the criteria of a group are scored, other than from offers. */
export function CountedCriteria({ criteria, onChange }: CountedCriteriaProps) {
  const others = criteria.filter((criterion) => !isPriceCriterion(criterion))
  if (others.length === 0) return null
  return (
    <details className="lg:col-span-2" open={others.some((criterion) => getWay(criterion) !== 'judged')}>
      <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">计分办法</summary>
      <fieldset>
        <legend className="text-sm text-muted">
          逐项核对时，评委选是、部分、否或未知；由实测或试点数据计算的，评委不打分。与准则一起锁定。
        </legend>
        <ul className="mt-2 divide-y divide-line">
          {others.map((criterion) => (
            <li key={criterion.key} className="grid gap-x-5 gap-y-3 py-3 sm:grid-cols-2 lg:grid-cols-4">
              <SelectField
                label={criterion.title}
                isRequired
                value={getWay(criterion)}
                options={Object.entries(WAYS).map(([value, label]) => ({ value, label }))}
                onChange={(value) => isWay(value) && onChange(criterion.key, changeWay(criterion, value))}
              />
              {isRunCriterion(criterion) && (
                <RunFields criterion={criterion} onChange={(changes) => onChange(criterion.key, changes)} />
              )}
              {isMeasuredCriterion(criterion) && (
                <MeasuredFields rule={criterion.counted} onChange={(counted) => onChange(criterion.key, { counted })} />
              )}
            </li>
          ))}
        </ul>
      </fieldset>
    </details>
  )
}

const toOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const isShown = (value: string): value is RunCriterion['counted']['shown'] => Object.hasOwn(RATE_LABELS, value)
const isDirection = (value: string): value is MeasuredCriterion['counted']['direction'] =>
  Object.hasOwn(DIRECTION_LABELS, value)

type RunFieldsProps = { criterion: RunCriterion; onChange: (changes: Partial<ProjectCriterion>) => void }

/** The mark, which is the least score: of failed trials, it is shown as what is left to 100. */
function RunFields({ criterion: { counted, minimum }, onChange }: RunFieldsProps) {
  const change = (changes: Partial<RunCriterion['counted']>) => onChange({ counted: { ...counted, ...changes } })
  const isPassed = counted.shown === 'passed'
  const least = minimum ?? DEFAULT_MARK
  return (
    <>
      <SelectField
        label="比率"
        isRequired
        value={counted.shown}
        options={toOptions({ passed: `${RATE_LABELS.passed}不低于`, failed: `${RATE_LABELS.failed}不高于` })}
        onChange={(shown) => isShown(shown) && change({ shown })}
      />
      <FormField label="分数线（%）" isRequired>
        {(control) => (
          <NumberInput
            {...control}
            max={SCORE.max}
            value={isPassed ? least : SCORE.max - least}
            onChange={(mark) => onChange({ minimum: isPassed ? mark : SCORE.max - mark })}
          />
        )}
      </FormField>
      <FormField label="至少几道题" hint="0为不限。">
        {(control) => (
          <NumberInput
            {...control}
            max={TASKS.max}
            value={counted.questions}
            onChange={(questions) => change({ questions: Math.round(questions) })}
          />
        )}
      </FormField>
      <div className="sm:col-span-2 lg:col-start-2 lg:col-span-3">
        <TagsField
          label="计入哪些标签的题"
          hint="用顿号或逗号分开；指定了这条准则的题总是计入。"
          tags={counted.tags}
          onChange={(tags) => change({ tags })}
        />
      </div>
    </>
  )
}

type MeasuredFieldsProps = {
  rule: MeasuredCriterion['counted']
  onChange: (rule: MeasuredCriterion['counted']) => void
}

const MeasuredFields = ({ rule, onChange }: MeasuredFieldsProps) => (
  <>
    <SelectField
      label="试点之后"
      isRequired
      value={rule.direction}
      options={toOptions(DIRECTION_LABELS)}
      onChange={(direction) => isDirection(direction) && onChange({ ...rule, direction })}
    />
    <FormField label="约定的标准" isRequired>
      {(control) => (
        <NumberInput
          {...control}
          min={-EVALUATION_ANALYSIS.price}
          max={EVALUATION_ANALYSIS.price}
          value={rule.mark}
          onChange={(mark) => onChange({ ...rule, mark })}
        />
      )}
    </FormField>
    <LineField label="单位" value={rule.unit} onChange={(unit) => onChange({ ...rule, unit })} />
  </>
)
