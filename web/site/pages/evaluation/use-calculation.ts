import { useEffect, useRef, useState } from 'react'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import type { EvaluationResult } from '#contracts/evaluation/evaluation.ts'
import { CALLS_PER_MINUTE } from '#contracts/limits.ts'
import type { Scores } from '#contracts/rules/score.ts'
import { call } from '../../../shared/call.ts'
import { failed, initial, type LatestWins, receiveAnswer, requestAnswer, rest } from './latest-wins.ts'

type Calculation = LatestWins<Scores, EvaluationResult>

/** The minimum interval between requests: a fifth longer than the server allows. */
const PACE_MS = (60_000 / CALLS_PER_MINUTE.calculate) * 1.2

const sameScores = (a: Scores, b: Scores) =>
  a.techScore === b.techScore && a.businessScore === b.businessScore && a.marketScore === b.marketScore

/** Calculates scores on the server, one request at a time; the last one wins. */
export function useCalculation(onFailure: () => void): Calculation & { calculate(scores: Scores): void } {
  const [calculation, setCalculation] = useState<Calculation>(initial)
  const current = useRef<Calculation>(initial)
  const isOpen = useRef(false)

  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  function move(to: Calculation) {
    const isAsking = to.phase === 'asking' && current.current.phase !== 'asking'
    current.current = to
    if (isOpen.current) setCalculation(to)
    if (isAsking && to.question) void ask(to.question)
  }

  async function ask(scores: Scores) {
    const pause = new Promise((resolve) => setTimeout(resolve, PACE_MS))
    try {
      const answer = (await call(evaluationCalls.calculate, { body: scores })).data
      // Read only now: scores requested while the server was calculating are in `current`.
      move(receiveAnswer(current.current, answer))
    } catch {
      move(failed(current.current))
      if (current.current.hasFailed && isOpen.current) onFailure()
    }
    await pause
    move(rest(current.current))
  }

  return { ...calculation, calculate: (scores) => move(requestAnswer(current.current, scores, sameScores)) }
}
