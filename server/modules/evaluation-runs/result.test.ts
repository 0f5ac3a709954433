import { describe, expect, it } from 'vitest'
import { RunTrialSchema } from '#contracts/evaluation-runs/run.ts'
import { HASHED_TRIAL_SCHEMAS, TRIAL_HASH_VERSION } from '#contracts/evaluation-runs/trial-hash.ts'
import { createBlankResult, toRunTrial } from './result.ts'

/** A trial as it was stored before hashes had versions. It and its hash are never to change. */
const STORED = {
  runId: '6f9d6c0e-2f0b-4e0a-9a53-0b3f1a3c7d10',
  position: 3,
  task: 'q1',
  candidate: 'a',
  repeat: 1,
  variant: 0,
  outcome: 'passed' as const,
  decidedBy: 'checks' as const,
  score: 1,
  firstTokenMs: 102,
  totalMs: 1_150,
  cost: 0.00077,
  attempts: 2,
  isAsked: true,
  isRepeated: false,
  fingerprint: '06f29cc8890d619f80e901a20507253ad4d35759c40dbe2022a32640c6f28c83',
  asker: null,
  claim: null,
  leaseUntil: null,
  countedCalls: null,
  finishedAt: '2026-11-30T05:37:01.779Z',
  stepNamesJson: ['search'],
  resultJson: {
    reason: '',
    messages: ['去广州出差，住宿标准是每晚多少？'],
    earlierReplies: [],
    reply: '每人每晚600元。',
    isReplyCut: false,
    reasoning: '先查手册',
    steps: [{ name: 'search', arguments: '{"q":"住宿"}' }],
    checks: [{ kind: 'number', isPassed: true, reason: '第5个字起的“600”在允许范围内' }],
    queueMs: 64,
    usage: { input: 16, output: 27 },
    host: 'api.example.com',
    model: 'sample-hasty',
  },
}
const JUDGEMENT = { isPassed: true, score: 4, reason: '一致', model: 'judge-1', at: '2026-11-30T06:00:00.000Z' }

describe('the hash of a trial', () => {
  it('stays as it was when the trial was stored', () => {
    expect(toRunTrial(STORED, null)).toMatchObject({
      hashVersion: 1,
      sha256: '8422fcff250d1f8b85ac4d3b3dec87b16942f86acae7279ff1d0ba693ecf80ce',
    })
    expect(toRunTrial(STORED, JUDGEMENT).sha256).toBe(
      '5b4291828e7f17f294055e1ab9a80a5864f148572df167a45911ad984c8b42d0',
    )
  })

  it('doesn’t cover what a later version of the platform adds', () => {
    const added = { ...STORED, resultJson: { ...STORED.resultJson, mood: 'calm' } }
    expect(toRunTrial(added, null).sha256).toBe(toRunTrial(STORED, null).sha256)
    const hashed = HASHED_TRIAL_SCHEMAS[1].parse({ ...toRunTrial(STORED, JUDGEMENT), mood: 'calm' })
    expect(hashed).not.toHaveProperty('mood')
  })

  it('covers everything of a trial that is asked now', () => {
    expect(createBlankResult({}).hashVersion).toBe(TRIAL_HASH_VERSION)
    const { hashVersion: _version, sha256: _hash, ...fields } = RunTrialSchema.shape
    expect(Object.keys(HASHED_TRIAL_SCHEMAS[TRIAL_HASH_VERSION].shape).toSorted()).toEqual(
      Object.keys(fields).toSorted(),
    )
  })

  it('differs if the reply differs', () => {
    const other = { ...STORED, resultJson: { ...STORED.resultJson, reply: '每人每晚500元。' } }
    expect(toRunTrial(other, null).sha256).not.toBe(toRunTrial(STORED, null).sha256)
  })
})
