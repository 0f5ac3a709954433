import type { PriceRule } from '#contracts/evaluation-analysis/price-rule.ts'
import type { ProjectCriterion } from '#contracts/evaluation-projects/project.ts'
import { EVALUATION_ANALYSIS } from '#contracts/limits.ts'
import { PRICE_BASIS_LABELS, PRICE_FORMULA_LABELS } from '#contracts/rules/evaluation/describe-prices.ts'
import { ALARM_LIMITS, PRICE_ALARMS, type PriceAlarm } from '#contracts/rules/evaluation/price-scores.ts'
import { isPriceCriterion, type PriceCriterion } from '#contracts/rules/evaluation/project-prices.ts'
import { FormField } from '../../../components/form-field.tsx'
import { SelectField } from '../controlled-fields.tsx'
import { NumberInput } from '../number-input.tsx'
import { PriceSteps } from './price-steps.tsx'

type PriceCriteriaProps = {
  criteria: readonly ProjectCriterion[]
  onChange: (criterion: string, changes: Partial<ProjectCriterion>) => void
}

/** Chooses which criteria of a group are counted from offers instead of being scored by judges, and how. */
export const PriceCriteria = ({ criteria, onChange }: PriceCriteriaProps) => (
  <details className="lg:col-span-2" open={criteria.some(isPriceCriterion)}>
    <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">由报价计算</summary>
    <fieldset>
      <legend className="text-sm text-muted">所选准则由报价按公式得分，评委不打分。公式与准则一起锁定。</legend>
      <ul className="mt-2 divide-y divide-line">
        {criteria.map((criterion) => (
          <li key={criterion.key} className="py-1">
            <label className="inline-flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                className="size-4"
                checked={isPriceCriterion(criterion)}
                onChange={({ target }) =>
                  onChange(
                    criterion.key,
                    target.checked
                      ? {
                          price: { basis: 'offer', rule: createRule('lowest') },
                          counted: undefined,
                          isChecklist: undefined,
                        }
                      : { price: undefined },
                  )
                }
              />
              {criterion.title}
            </label>
            {isPriceCriterion(criterion) && (
              <PriceFields criterion={criterion} onChange={(price) => onChange(criterion.key, { price })} />
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  </details>
)

/** Typical values, to be changed. */
const DEFAULTS = { above: 1, below: 0.5, ceiling: 1_000_000, floor: 500_000 }

/** Returns a rule by a formula, which keeps the ceiling and the alarm of the earlier one. */
function createRule(formula: PriceRule['formula'], earlier?: PriceRule): PriceRule {
  const common = {
    alarms: earlier?.alarms ?? ALARM_LIMITS,
    ...(earlier?.ceiling !== undefined && { ceiling: earlier.ceiling }),
  }
  switch (formula) {
    case 'lowest':
      return { formula, ...common }
    case 'linear': {
      const ceiling = earlier?.ceiling ?? DEFAULTS.ceiling
      return { formula, ...common, ceiling, parameters: { floor: Math.min(DEFAULTS.floor, ceiling / 2) } }
    }
    case 'steps':
      return { formula, ...common, parameters: { steps: [{ atMost: DEFAULTS.floor, score: 100 }] } }
    default:
      return { formula, ...common, parameters: { above: DEFAULTS.above, below: DEFAULTS.below } }
  }
}

const isFormula = (value: string): value is PriceRule['formula'] => Object.hasOwn(PRICE_FORMULA_LABELS, value)
const isBasis = (value: string): value is PriceCriterion['price']['basis'] => Object.hasOwn(PRICE_BASIS_LABELS, value)
const toOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

type PriceFieldsProps = { criterion: PriceCriterion; onChange: (price: PriceCriterion['price']) => void }

function PriceFields({ criterion: { price }, onChange }: PriceFieldsProps) {
  const { basis, rule } = price
  const changeRule = (changed: PriceRule) => onChange({ basis, rule: changed })
  return (
    <div className="grid gap-5 pb-4 pl-6 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField
        label="评分依据"
        isRequired
        value={basis}
        options={toOptions(PRICE_BASIS_LABELS)}
        onChange={(value) => isBasis(value) && onChange({ basis: value, rule })}
      />
      <SelectField
        label="公式"
        isRequired
        value={rule.formula}
        options={toOptions(PRICE_FORMULA_LABELS)}
        onChange={(value) => isFormula(value) && changeRule(createRule(value, rule))}
      />
      <CeilingField rule={rule} onChange={changeRule} />
      <ParameterFields rule={rule} onChange={changeRule} />
      <AlarmFields rule={rule} onChange={changeRule} />
    </div>
  )
}

type RuleProps = { rule: PriceRule; onChange: (rule: PriceRule) => void }

/** The ceiling, without which prices can't be scored on a line. */
function CeilingField({ rule, onChange }: RuleProps) {
  if (rule.formula === 'linear')
    return (
      <AmountField label="最高限价（元）" value={rule.ceiling} onChange={(ceiling) => onChange({ ...rule, ceiling })} />
    )
  const { ceiling, ...unlimited } = rule
  return (
    <FormField label="最高限价（元）" hint="高于它的报价无效，不参加排名。">
      {(control) => (
        <NumberInput
          {...control}
          min={0.01}
          max={EVALUATION_ANALYSIS.price}
          value={ceiling ?? null}
          onChange={(limit) => onChange({ ...rule, ceiling: limit })}
          onClear={() => onChange(unlimited)}
        />
      )}
    </FormField>
  )
}

function ParameterFields({ rule, onChange }: RuleProps) {
  if (rule.formula === 'mean' || rule.formula === 'trimmedMean') {
    const { above, below } = rule.parameters
    return (
      <>
        <PointsField
          label="每高1%扣几分"
          value={above}
          onChange={(points) => onChange({ ...rule, parameters: { above: points, below } })}
        />
        <PointsField
          label="每低1%扣几分"
          value={below}
          onChange={(points) => onChange({ ...rule, parameters: { above, below: points } })}
        />
      </>
    )
  }
  if (rule.formula === 'linear')
    return (
      <AmountField
        label="下限（元）"
        value={rule.parameters.floor}
        onChange={(floor) => onChange({ ...rule, parameters: { floor } })}
      />
    )
  if (rule.formula === 'steps')
    return (
      <PriceSteps steps={rule.parameters.steps} onChange={(steps) => onChange({ ...rule, parameters: { steps } })} />
    )
  return null
}

const ALARM_LABELS: Record<PriceAlarm, string> = {
  mean: '低于平均价的百分之几',
  secondLowest: '低于次低价的百分之几',
  ceiling: '低于最高限价的百分之几',
}

/** From where on a price is unusually low; without a ceiling, nothing can be low beside it. */
const AlarmFields = ({ rule, onChange }: RuleProps) => (
  <fieldset className="grid gap-5 sm:col-span-2 sm:grid-cols-3 lg:col-span-4">
    <legend className="mb-2 text-sm text-muted">异常低价的警示线：只提示，不排除；0为不提示。</legend>
    {PRICE_ALARMS.filter((alarm) => alarm !== 'ceiling' || rule.ceiling !== undefined).map((alarm) => (
      <PointsField
        key={alarm}
        label={ALARM_LABELS[alarm]}
        value={rule.alarms[alarm] * 100}
        onChange={(percent) => onChange({ ...rule, alarms: { ...rule.alarms, [alarm]: percent / 100 } })}
      />
    ))}
  </fieldset>
)

type NumberFieldProps = { label: string; value: number; onChange: (value: number) => void }

const AmountField = ({ label, value, onChange }: NumberFieldProps) => (
  <FormField label={label} isRequired>
    {(control) => (
      <NumberInput {...control} min={0.01} max={EVALUATION_ANALYSIS.price} value={value} onChange={onChange} />
    )}
  </FormField>
)

const PointsField = ({ label, value, onChange }: NumberFieldProps) => (
  <FormField label={label} isRequired>
    {(control) => <NumberInput {...control} max={100} value={value} onChange={onChange} />}
  </FormField>
)
