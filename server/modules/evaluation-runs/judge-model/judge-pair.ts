import { randomUUID } from 'node:crypto'
import type { PairJudging, PairVerdict } from '#contracts/evaluation-runs/judging.ts'
import { JUDGE_MODEL } from '#contracts/limits.ts'
import { decideBothOrders, readPairPreference } from '#contracts/rules/evaluation/judge-verdict.ts'
import { createPairPrompt } from './prompt.ts'

/**
 * Asks a judge which of two replies is better, in both orders, since many prefer the first or the longer one. `ask` returns
 * the judge's answer to a message.
 */
export async function judgePair(
  { messages, expected, a, b }: PairJudging,
  rubric: string,
  ask: (message: string) => Promise<string>,
): Promise<PairVerdict> {
  const standard = { messages, expected, rubrics: [rubric], seed: randomUUID() }
  const answers: PairVerdict['answers'] = [
    await ask(createPairPrompt({ ...standard, first: a, second: b })),
    await ask(createPairPrompt({ ...standard, first: b, second: a })),
  ]
  const [forward, backward] = [readPairPreference(answers[0]), readPairPreference(answers[1])]
  return {
    winner: decideBothOrders(forward, backward),
    forward,
    backward,
    answers: [cut(answers[0]), cut(answers[1])],
  }
}

const cut = (answer: string) => answer.slice(-JUDGE_MODEL.answerLength).toWellFormed()
