import { useEffect, useRef, useState } from 'react'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import type { EvaluationResult } from '#contracts/evaluation/evaluation.ts'
import { CALLS_PER_MINUTE } from '#contracts/limits.ts'
import type { Scores } from '#contracts/rules/score.ts'
import { call } from '../../../shared/call.ts'
import { fail, INITIAL_STATE, type RequestState, request, resume, succeed } from './request-state.ts'

type Calculation = RequestState<Scores, EvaluationResult>

type Outcomes = { onSuccess: () => void; onFailure: () => void }

/** The minimum interval between requests: a fifth longer than the server's rate limit requires. */
const MIN_INTERVAL_MS = (60_000 / CALLS_PER_MINUTE.calculate) * 1.2

const isSameScores = (a: Scores, b: Scores) =>
  a.techScore === b.techScore && a.businessScore === b.businessScore && a.marketScore === b.marketScore

/** Calculates scores on the server, one request at a time; the newest scores are always calculated last. */
export function useCalculation({ onSuccess, onFailure }: Outcomes): Calculation & { calculate(scores: Scores): void } {
  const [calculation, setCalculation] = useState<Calculation>(INITIAL_STATE)
  const latestCalculation = useRef<Calculation>(INITIAL_STATE)
  const isMounted = useRef(false)

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  function setState(next: Calculation) {
    const isSent = next.phase === 'loading' && latestCalculation.current.phase !== 'loading'
    latestCalculation.current = next
    if (isMounted.current) setCalculation(next)
    if (isSent && next.sentInput) void calculateOnServer(next.sentInput)
  }

  async function calculateOnServer({ techScore, businessScore, marketScore }: Scores) {
    const pause = new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS))
    const reply = await call(evaluationCalls.calculate, { body: { techScore, businessScore, marketScore } }).catch(
      () => undefined,
    )
    // The current calculation is read after the request, as other scores may have been requested meanwhile.
    if (reply) {
      setState(succeed(latestCalculation.current, reply.data))
      onSuccess()
    } else {
      setState(fail(latestCalculation.current))
      if (latestCalculation.current.hasFailed && isMounted.current) onFailure()
    }
    await pause
    setState(resume(latestCalculation.current))
  }

  return { ...calculation, calculate: (scores) => setState(request(latestCalculation.current, scores, isSameScores)) }
}
