import { describe, expect, it } from 'vitest'
import { scoreWithVerdict } from './score-with-verdict.ts'

const decided = (kind: string, isPassed: boolean | null) => ({ kind, isPassed })

describe('scoreWithVerdict', () => {
  const task = { checks: [{ weight: 1 }, { weight: 1 }], threshold: 1 }

  it('fills in the rubric alone: what rules decided stands', () => {
    const failed = [decided('contains', false), decided('rubric', null)]
    expect(scoreWithVerdict(task, failed, true)).toEqual({ score: 0.5, isPassed: false })
    const passed = [decided('contains', true), decided('rubric', null)]
    expect(scoreWithVerdict(task, passed, true)).toEqual({ score: 1, isPassed: true })
    expect(scoreWithVerdict(task, passed, false)).toEqual({ score: 0.5, isPassed: false })
  })

  it('heeds the threshold', () => {
    const verdicts = [decided('contains', true), decided('rubric', null)]
    expect(scoreWithVerdict({ ...task, threshold: 0.5 }, verdicts, false)).toEqual({ score: 0.5, isPassed: true })
  })

  it('is the verdict without checks', () => {
    expect(scoreWithVerdict({ checks: [], threshold: 1 }, [], true)).toEqual({ score: 1, isPassed: true })
    expect(scoreWithVerdict({ checks: [], threshold: 1 }, [], false)).toEqual({ score: 0, isPassed: false })
  })

  it('decides nothing for a person, and nothing of checks that weren’t completed', () => {
    expect(scoreWithVerdict(task, [decided('human', null), decided('rubric', null)], true)).toBeUndefined()
    expect(scoreWithVerdict(task, [], true)).toBeUndefined()
  })
})
