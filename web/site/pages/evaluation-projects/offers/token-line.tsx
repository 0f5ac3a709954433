import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OfferLine } from '#contracts/evaluation-projects/offer.ts'
import { runCalls } from '#contracts/evaluation-runs/calls.ts'
import { EVALUATION_ANALYSIS } from '#contracts/limits.ts'
import { formatYuan } from '#contracts/rules/evaluation/describe-prices.ts'
import { calculateTaskPrice } from '#contracts/rules/evaluation/three-year-cost.ts'
import { dataOf } from '../../../../shared/call-query.ts'
import { Button } from '../../../components/buttons.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { queryOf } from '../../../query-of.ts'
import { SelectField } from '../controlled-fields.tsx'
import { NumberInput } from '../number-input.tsx'
import { describeRun } from '../runs/describe-run.ts'
import { runsQuery } from '../runs/run-queries.ts'

type TokenLineProps = { project: string; candidate: string; onAdd: (line: OfferLine) => void }

/** Adds a line for the tokens of a year: what a task took in a run, at a price, so many times. */
export function TokenLine({ project, candidate, onAdd }: TokenLineProps) {
  const { data: runs = [] } = useQuery(runsQuery(project, { isFollowing: true }))
  const ended = runs.filter(({ finishedAt }) => finishedAt !== null)
  const [runId, setRunId] = useState<string>()
  const [prices, setPrices] = useState({ inputPrice: 0, outputPrice: 0 })
  const [tasks, setTasks] = useState(0)
  const run = ended.find(({ id }) => id === runId) ?? ended[0]
  const { data: usages } = useQuery({
    ...dataOf(queryOf(runCalls.getUsage, { params: { id: project, run: run?.id ?? '' } })),
    enabled: run !== undefined,
  })
  if (!run) return null
  const usage = usages?.find((item) => item.candidate === candidate)
  const used = usage && {
    run: { id: run.id, title: run.title },
    trials: usage.trials,
    input: usage.input,
    output: usage.output,
    ...prices,
  }
  const unitPrice = used ? calculateTaskPrice(used) : 0

  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">按实测用量添加</summary>
      <div className="mt-2 grid gap-3 rounded-lg border border-line p-3 sm:grid-cols-2">
        <SelectField
          label="运行"
          isRequired
          value={run.id}
          options={ended.map((item) => ({ value: item.id, label: describeRun(item) }))}
          onChange={setRunId}
        />
        <AmountField label="每年几题" value={tasks} onChange={setTasks} />
        <AmountField
          label="每百万输入Token（元）"
          value={prices.inputPrice}
          onChange={(inputPrice) => setPrices({ ...prices, inputPrice })}
        />
        <AmountField
          label="每百万输出Token（元）"
          value={prices.outputPrice}
          onChange={(outputPrice) => setPrices({ ...prices, outputPrice })}
        />
        <p className="text-sm text-muted sm:col-span-2">
          {used
            ? `${usage.trials}次试次平均每题输入${Math.round(used.input)}、输出${Math.round(used.output)}个Token，每年${formatYuan(Math.round(unitPrice * tasks * 100) / 100)}。`
            : '这次运行中，候选没有说过用量。'}
        </p>
        <Button
          variant="outline"
          isUnavailable={!used || unitPrice * tasks === 0}
          onClick={() => used && onAdd({ title: '模型用量', unitPrice, quantity: tasks, isYearly: true, usage: used })}
        >
          添加模型用量
        </Button>
      </div>
    </details>
  )
}

type AmountFieldProps = { label: string; value: number; onChange: (value: number) => void }

const AmountField = ({ label, value, onChange }: AmountFieldProps) => (
  <FormField label={label} isRequired>
    {(control) => <NumberInput {...control} max={EVALUATION_ANALYSIS.price} value={value} onChange={onChange} />}
  </FormField>
)
