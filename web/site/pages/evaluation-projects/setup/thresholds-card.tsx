import { SCORE } from '#contracts/limits.ts'
import { AGGREGATE_LABELS } from '#contracts/rules/evaluation/aggregate-labels.ts'
import { AGGREGATES } from '#contracts/rules/evaluation/scoring.ts'
import { FormField } from '../../../components/form-field.tsx'
import { NumberInput } from '../number-input.tsx'
import { SetupCard } from './setup-card.tsx'
import type { SetupEditor } from './use-setup-form.ts'

const THRESHOLDS = [
  { name: 'strong', label: '强烈推荐，不低于' },
  { name: 'recommend', label: '推荐，不低于' },
  { name: 'cautious', label: '谨慎推荐，不低于' },
] as const

/** The score thresholds of the verdicts, and how the judges' scores are aggregated. */
export function ThresholdsCard({ editor: { value, changeSetup } }: { editor: SetupEditor }) {
  const { thresholds, aggregate } = value.setup
  return (
    <SetupCard title="结论与合成">
      <div className="grid gap-5 sm:grid-cols-3">
        {THRESHOLDS.map(({ name, label }) => (
          <FormField key={name} label={label} isRequired>
            {(control) => (
              <NumberInput
                {...control}
                max={SCORE.max}
                value={thresholds[name]}
                onChange={(score) => changeSetup({ thresholds: { ...thresholds, [name]: score } })}
              />
            )}
          </FormField>
        ))}
      </div>
      <fieldset className="mt-5">
        <legend className="text-sm font-medium">多位评委的分数取</legend>
        <div className="flex flex-wrap gap-x-6">
          {AGGREGATES.map((id) => (
            <label key={id} className="inline-flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="aggregate"
                checked={aggregate === id}
                onChange={() => changeSetup({ aggregate: id })}
              />
              {AGGREGATE_LABELS[id]}
            </label>
          ))}
        </div>
      </fieldset>
    </SetupCard>
  )
}
