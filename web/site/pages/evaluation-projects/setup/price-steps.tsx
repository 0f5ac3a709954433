import { EVALUATION_ANALYSIS, SCORE } from '#contracts/limits.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { Button } from '../../../components/buttons.tsx'
import { NumberInput } from '../number-input.tsx'

type Step = { atMost: number; score: number }
type PriceStepsProps = { steps: readonly Step[]; onChange: (steps: Step[]) => void }

/** Edits the steps of prices with their scores, from low to high. */
export function PriceSteps({ steps, onChange }: PriceStepsProps) {
  const change = (index: number, changes: Partial<Step>) =>
    onChange(steps.map((step, position) => (position === index ? { ...step, ...changes } : step)))
  const last = steps.at(-1)
  return (
    <fieldset className="sm:col-span-2 lg:col-span-4">
      <legend className="text-sm font-medium">各档，由低到高</legend>
      <ol className="mt-2 space-y-2">
        {withKeys([...steps.entries()], ([index]) => String(index)).map(({ key, item: [index, step] }) => (
          <li key={key} className="flex flex-wrap items-center gap-2 text-sm">
            不高于
            <NumberInput
              aria-label={`第${index + 1}档的价格`}
              className="w-36"
              min={0.01}
              max={EVALUATION_ANALYSIS.price}
              value={step.atMost}
              onChange={(atMost) => change(index, { atMost })}
            />
            元得
            <NumberInput
              aria-label={`第${index + 1}档的得分`}
              className="w-24"
              max={SCORE.max}
              value={step.score}
              onChange={(score) => change(index, { score })}
            />
            分
            {steps.length > 1 && (
              <Button
                variant="outline"
                aria-label={`删除第${index + 1}档`}
                onClick={() => onChange(steps.filter((_, position) => position !== index))}
              >
                删除
              </Button>
            )}
          </li>
        ))}
      </ol>
      {last && steps.length < EVALUATION_ANALYSIS.priceSteps && (
        <Button
          variant="outline"
          className="mt-3"
          onClick={() => onChange([...steps, { atMost: last.atMost * 2, score: Math.floor(last.score / 2) }])}
        >
          添加一档
        </Button>
      )}
    </fieldset>
  )
}
