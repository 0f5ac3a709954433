import { AGENTS } from '#contracts/limits.ts'
import { FormField } from '../../../components/form-field.tsx'
import { NumberInput } from '../number-input.tsx'
import { LIMIT_LABELS, type LimitName, PRICE_LABELS, PRICE_NAMES } from './connection-draft.ts'
import { LineField } from './line-field.tsx'
import type { ConnectionForm } from './use-connection-form.ts'

const LIMITS: readonly { name: LimitName; min: number; max: number; hint?: string }[] = [
  { name: 'timeoutSeconds', min: AGENTS.timeoutMs.min / 1_000, max: AGENTS.timeoutMs.max / 1_000 },
  {
    name: 'firstTokenSeconds',
    min: AGENTS.firstTokenTimeoutMs.min / 1_000,
    max: AGENTS.firstTokenTimeoutMs.max / 1_000,
    hint: '只用于逐字返回的接口。',
  },
  { name: 'maxConcurrency', min: AGENTS.maxConcurrency.min, max: AGENTS.maxConcurrency.max },
  { name: 'perMinute', min: AGENTS.perMinute.min, max: AGENTS.perMinute.max },
]

/** Limits and prices, which have usable defaults. */
export function AdvancedFields({ form }: { form: ConnectionForm }) {
  const { draft, change, getError } = form
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">时限、频率与价格</summary>
      <div className="grid gap-5 pt-2 sm:grid-cols-2">
        {LIMITS.map(({ name, min, max, hint }) => (
          <FormField key={name} label={LIMIT_LABELS[name]} hint={hint} isRequired>
            {(control) => (
              <NumberInput
                {...control}
                min={min}
                max={max}
                value={draft.limits[name]}
                onChange={(value) => change({ limits: { ...draft.limits, [name]: value } })}
              />
            )}
          </FormField>
        ))}
      </div>
      <p className="mt-5 mb-3 text-sm text-muted">没有填写价格时，费用为未知，除非答复中自带费用。</p>
      <div className="grid gap-5 sm:grid-cols-3">
        {PRICE_NAMES.map((name) => (
          <LineField
            key={name}
            label={PRICE_LABELS[name]}
            inputMode="decimal"
            value={draft.prices[name]}
            error={getError(`price.${name}`)}
            onChange={(value) => change({ prices: { ...draft.prices, [name]: value } })}
          />
        ))}
      </div>
      {draft.kind === 'dify' && (
        <div className="mt-5 grid gap-5 sm:grid-cols-2">
          <LineField
            label="汇率"
            hint="Dify的答复多以美元计费：一美元合多少元。"
            inputMode="decimal"
            value={draft.rate.value}
            error={getError('price.replyRate')}
            onChange={(value) => change({ rate: { ...draft.rate, value } })}
          />
          <LineField
            label="汇率的日期"
            type="date"
            value={draft.rate.on}
            error={getError('price.replyRateOn')}
            onChange={(on) => change({ rate: { ...draft.rate, on } })}
          />
        </div>
      )}
    </details>
  )
}
