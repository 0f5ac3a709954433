import { useEffect, useEffectEvent, useState } from 'react'
import type { ProjectCandidate } from '#contracts/evaluation-projects/project.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import type { NewTrial } from '#contracts/evaluation-projects/trial.ts'
import { TRIAL_MEASURE_MAX } from '#contracts/limits.ts'
import { createIdempotencyKeys } from '../../../../shared/idempotency-keys.ts'

const TICK_MS = 100

/** Returns a stopwatch, which reports the elapsed seconds while it is running. */
function useStopwatch(onTick: (seconds: number) => void) {
  const [startedAt, setStartedAt] = useState<number | null>(null)
  const tick = useEffectEvent((start: number) => onTick(getElapsedSeconds(start)))
  useEffect(() => {
    if (startedAt === null) return
    const interval = setInterval(() => tick(startedAt), TICK_MS)
    return () => clearInterval(interval)
  }, [startedAt])
  return {
    isRunning: startedAt !== null,

    start() {
      setStartedAt(performance.now())
      onTick(0)
    },

    /** Stops. Returns the elapsed seconds, or `null` if the stopwatch wasn't running. */
    stop(): number | null {
      if (startedAt === null) return null
      const elapsedSeconds = getElapsedSeconds(startedAt)
      setStartedAt(null)
      onTick(elapsedSeconds)
      return elapsedSeconds
    },
  }
}

/** Returns the seconds since a time of `performance.now()`, rounded to tenths. */
const getElapsedSeconds = (start: number): number => Math.round((performance.now() - start) / 100) / 10

export type TrialFormOptions = {
  tasks: readonly Task[]
  candidates: readonly ProjectCandidate[]
  isBusy: boolean
  /** Rejects if the trial couldn't be saved, so that the input is kept. */
  onAdd: (trial: NewTrial) => Promise<unknown>
}

/** Returns the state of the form that records trials: its fields, the stopwatch, and a function that adds the trial. */
export function useTrialForm({ tasks, candidates, isBusy, onAdd }: TrialFormOptions) {
  const [taskKey, setTaskKey] = useState(tasks[0]?.key ?? '')
  const [candidateKey, setCandidateKey] = useState(candidates[0]?.key ?? '')
  const [seconds, setSeconds] = useState('')
  const [cost, setCost] = useState('')
  const [note, setNote] = useState('')
  const [trialIds] = useState(() => createIdempotencyKeys())
  const stopwatch = useStopwatch((elapsedSeconds) => setSeconds(elapsedSeconds.toFixed(1)))
  // The selected task or candidate may have been deleted in the meantime.
  const task = tasks.find(({ key }) => key === taskKey) ?? tasks[0]
  const candidate = candidates.find(({ key }) => key === candidateKey) ?? candidates[0]
  const measures = { seconds: parseMeasure(seconds), cost: parseMeasure(cost) }
  const hasValidMeasures = measures.seconds !== undefined && measures.cost !== undefined

  async function addTrial(isPassed: boolean): Promise<void> {
    const stopwatchSeconds = stopwatch.stop()
    if (isBusy || !task || !candidate || !hasValidMeasures) return
    const { seconds: enteredSeconds = null, cost: enteredCost = null } = measures
    const trial = {
      task: task.key,
      candidate: candidate.key,
      isPassed,
      seconds: stopwatchSeconds ?? enteredSeconds,
      cost: enteredCost,
      note,
    }
    try {
      await onAdd({ id: trialIds.get(JSON.stringify(trial)), ...trial })
      trialIds.forgetAll()
      // A note that was typed for the next trial during the request stays.
      setNote((current) => (current === note ? '' : current))
      setSeconds('')
      setCost('')
    } catch {
      // The caller has shown the failure.
    }
  }

  return {
    task,
    setTaskKey,
    candidate,
    setCandidateKey,
    seconds,
    setSeconds,
    cost,
    setCost,
    /** The parsed measures; `undefined` for those that aren't valid. */
    measures,
    note,
    setNote,
    stopwatch,
    canAdd: task !== undefined && candidate !== undefined && hasValidMeasures,
    addTrial,
  }
}

/** Parses a measure. Returns `null` if the text is empty, `undefined` if it isn't a valid number. */
function parseMeasure(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const number = Number(text)
  return number >= 0 && number <= TRIAL_MEASURE_MAX ? number : undefined
}
