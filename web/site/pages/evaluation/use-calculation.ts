import { useEffect, useRef, useState } from 'react'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import type { EvaluationResult } from '#contracts/evaluation/evaluation.ts'
import { CALLS_PER_MINUTE } from '#contracts/limits.ts'
import type { Scores } from '#contracts/rules/score.ts'
import { call } from '../../../shared/call.ts'
import { fail, INITIAL, type RequestState, request, resume, succeed } from './request-state.ts'

type Calculation = RequestState<Scores, EvaluationResult>

/** The minimum interval between requests: a fifth longer than the server's rate limit requires. */
const MIN_INTERVAL_MS = (60_000 / CALLS_PER_MINUTE.calculate) * 1.2

const isSameScores = (a: Scores, b: Scores) =>
  a.techScore === b.techScore && a.businessScore === b.businessScore && a.marketScore === b.marketScore

/** Calculates scores on the server, one request at a time; the newest scores are always calculated last. */
export function useCalculation(onFailure: () => void): Calculation & { calculate(scores: Scores): void } {
  const [calculation, setCalculation] = useState<Calculation>(INITIAL)
  const latest = useRef<Calculation>(INITIAL)
  const isMounted = useRef(false)

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  function change(next: Calculation) {
    const isSent = next.phase === 'loading' && latest.current.phase !== 'loading'
    latest.current = next
    if (isMounted.current) setCalculation(next)
    if (isSent && next.sentInput) void send(next.sentInput)
  }

  async function send(scores: Scores) {
    const pause = new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS))
    try {
      const result = (await call(evaluationCalls.calculate, { body: scores })).data
      // `latest` is read after the request, as it contains scores that were requested meanwhile.
      change(succeed(latest.current, result))
    } catch {
      change(fail(latest.current))
      if (latest.current.hasFailed && isMounted.current) onFailure()
    }
    await pause
    change(resume(latest.current))
  }

  return { ...calculation, calculate: (scores) => change(request(latest.current, scores, isSameScores)) }
}
