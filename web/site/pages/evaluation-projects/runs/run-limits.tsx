import { useState } from 'react'
import type { RunLimits } from '#contracts/evaluation-runs/run.ts'
import { RUNS } from '#contracts/limits.ts'
import { FormField } from '../../../components/form-field.tsx'
import { NumberInput } from '../number-input.tsx'

/** Returns the limits of what is about to begin. Half as many calls again as are expected may be made, if nothing else is said. */
export function useRunLimits(expectedCalls: number) {
  const [changes, setChanges] = useState<Partial<RunLimits>>({})
  const calls = Math.min(Math.max(Math.ceil(expectedCalls * 1.5), 1), RUNS.calls.max)
  const limits: RunLimits = { calls, minutes: RUNS.minutes.initial, ...changes }
  return { limits, change: (more: Partial<RunLimits>) => setChanges((current) => ({ ...current, ...more })) }
}

type RunLimitFieldsProps = ReturnType<typeof useRunLimits> & { callsHint: string }

export const RunLimitFields = ({ limits, change, callsHint }: RunLimitFieldsProps) => (
  <>
    <FormField label="最多调用几次" hint={callsHint} isRequired>
      {(control) => (
        <NumberInput
          {...control}
          min={1}
          max={RUNS.calls.max}
          value={limits.calls}
          onChange={(calls) => change({ calls })}
        />
      )}
    </FormField>
    <FormField label="最长几分钟" isRequired>
      {(control) => (
        <NumberInput
          {...control}
          min={1}
          max={RUNS.minutes.max}
          value={limits.minutes}
          onChange={(minutes) => change({ minutes })}
        />
      )}
    </FormField>
    <FormField label="最多几元" hint="不知道费用的调用不计入。">
      {(control) => (
        <NumberInput
          {...control}
          min={0.01}
          max={RUNS.costMax}
          value={limits.cost ?? null}
          onChange={(cost) => change({ cost })}
          onClear={() => change({ cost: undefined })}
        />
      )}
    </FormField>
  </>
)
