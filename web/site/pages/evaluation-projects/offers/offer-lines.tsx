import { Plus, Trash2 } from 'lucide-react'
import type { OfferLine } from '#contracts/evaluation-projects/offer.ts'
import { EVALUATION_ANALYSIS, OFFERS } from '#contracts/limits.ts'
import { describeTokenUse, formatYuan } from '#contracts/rules/evaluation/describe-prices.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { calculateThreeYearCost } from '#contracts/rules/evaluation/three-year-cost.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { LineField } from '../connections/line-field.tsx'
import { NumberInput } from '../number-input.tsx'
import { TokenLine } from './token-line.tsx'

/** A task costs some thousandths of a yuan. */
const PRICE_DECIMALS = 6

type OfferLinesProps = {
  project: string
  candidate: string
  lines: readonly OfferLine[]
  getError: (path: string) => string | undefined
  onChange: (lines: OfferLine[]) => void
}

/** What an offer consists of, from which its cost over three years follows. */
export function OfferLines({ project, candidate, lines, getError, onChange }: OfferLinesProps) {
  const cost = calculateThreeYearCost(lines)
  const change = (index: number, changes: Partial<OfferLine>) =>
    onChange(lines.map((line, position) => (position === index ? { ...line, ...changes } : line)))
  return (
    <fieldset>
      <legend className="text-sm font-medium">
        明细<span className="font-normal text-muted">（选填）</span>
      </legend>
      <p className="mt-1 text-sm text-muted">
        {cost === null
          ? '填写许可、坐席、用量、实施、运维、培训、税费等，即可算出三年总成本。'
          : `三年总成本：${formatYuan(cost)}`}
      </p>
      <ol className="mt-3 space-y-4">
        {withKeys([...lines.entries()], ([index]) => String(index)).map(({ key, item: [index, line] }) => (
          <li key={key} className="rounded-lg border border-line p-3">
            <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_6rem]">
              <LineField
                label="名称"
                isRequired
                value={line.title}
                error={getError(`lines.${index}.title`)}
                onChange={(title) => change(index, { title })}
              />
              <FormField label="单价（元）" isRequired error={getError(`lines.${index}.unitPrice`)}>
                {(control) =>
                  line.usage ? (
                    // It follows from the run, and may be a small part of a fen.
                    <input
                      {...control}
                      readOnly
                      className={`${CONTROL_CLASS} tabular-nums`}
                      value={formatNumber(line.unitPrice, PRICE_DECIMALS)}
                    />
                  ) : (
                    <NumberInput
                      {...control}
                      max={EVALUATION_ANALYSIS.price}
                      value={line.unitPrice}
                      onChange={(unitPrice) => change(index, { unitPrice })}
                    />
                  )
                }
              </FormField>
              <FormField label="数量" isRequired error={getError(`lines.${index}.quantity`)}>
                {(control) => (
                  <NumberInput
                    {...control}
                    max={EVALUATION_ANALYSIS.price}
                    value={line.quantity}
                    onChange={(quantity) => change(index, { quantity })}
                  />
                )}
              </FormField>
            </div>
            {line.usage && <p className="mt-2 text-sm text-muted">{`${describeTokenUse(line.usage)}。`}</p>}
            <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
              <label className="inline-flex min-h-11 items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  className="size-4"
                  checked={line.isYearly}
                  onChange={({ target }) => change(index, { isYearly: target.checked })}
                />
                每年支付
              </label>
              <Button
                variant="outline"
                aria-label={`删除明细${line.title === '' ? `第${index + 1}行` : line.title}`}
                onClick={() => onChange(lines.filter((_, position) => position !== index))}
              >
                <Trash2 className="size-4" aria-hidden />
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {lines.length < OFFERS.lines && (
        <Button
          variant="outline"
          className="mt-3"
          onClick={() => onChange([...lines, { title: '', unitPrice: 0, quantity: 1, isYearly: false }])}
        >
          <Plus className="size-4" aria-hidden />
          添加明细
        </Button>
      )}
      {lines.length < OFFERS.lines && (
        <TokenLine project={project} candidate={candidate} onAdd={(line) => onChange([...lines, line])} />
      )}
    </fieldset>
  )
}
