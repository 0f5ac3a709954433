import { describe, expect, it } from 'vitest'
import { describeChanges, describeDifference } from './run-change-sentences.ts'

describe('the sentences about two runs', () => {
  it.each([
    [
      'both kinds of changes',
      { compared: 30, regressed: 3, improved: 1 },
      '新版本退步了3题，进步了1题，其余26题不变。',
    ],
    ['only worse tasks', { compared: 3, regressed: 3, improved: 0 }, '新版本退步了3题。'],
    ['only better tasks', { compared: 5, regressed: 0, improved: 2 }, '新版本没有退步，进步了2题，其余3题不变。'],
    ['no changes', { compared: 5, regressed: 0, improved: 0 }, '比较了5题，结果都没有变。'],
    ['nothing to compare', { compared: 0, regressed: 0, improved: 0 }, '没有两次都判定过的相同任务，不能比较。'],
  ])('count %s', (_, counts, sentence) => {
    expect(describeChanges(counts)).toBe(sentence)
  })

  it('say whether a difference may be luck', () => {
    expect(describeDifference({ difference: -0.0667, interval: [-0.172, 0.035] })).toBe(
      '通过率下降6.7个百分点（95%区间−17.2至3.5），可能只是碰巧。',
    )
    expect(describeDifference({ difference: -0.2, interval: [-0.35, -0.05] })).toContain('，不像是碰巧。')
    expect(describeDifference({ difference: 0.2, interval: [0.05, 0.35] })).toMatch(/^通过率上升20个百分点.*不像是碰巧/)
    expect(describeDifference({ difference: 0, interval: [-0.1, 0.1] })).toBe('通过率没有变（95%区间−10至10）。')
    expect(describeDifference({ difference: 0.5, interval: null })).toBe('通过率上升50个百分点；任务太少，算不出区间。')
    expect(describeDifference({ difference: null, interval: null })).toBeUndefined()
  })
})
