import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Judging, ProjectScore, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { createScoreAutosave, readDrafts } from './score-autosave.ts'

const CELL = { candidate: 'a', criterion: 't1' }
const judging = (status: Judging['project']['status'], scores: ProjectScore[] = []): Judging => ({
  project: { id: 'p', name: '选型', description: '', status, ownerName: '甲' },
  judge: { id: 'j1', name: '评委甲', status: 'scoring' },
  candidates: [{ key: 'a', name: '甲', productId: null, catalogue: null }],
  groups: [
    {
      key: 'tech',
      title: '技术',
      weight: 1,
      criteria: [
        { key: 't1', title: '准确', description: '', evidence: [], weight: 1, isRequired: false, minimum: null },
        { key: 't2', title: '安全', description: '', evidence: [], weight: 1, isRequired: false, minimum: null },
      ],
    },
  ],
  grades: [],
  scores,
  judges: [],
  tasks: [],
  trials: [],
  suggestions: [],
  isOpen: false,
})
const toSaved = (score: ScoreSave, round: 1 | 2 = 1): ProjectScore => ({
  ...score,
  judge: 'j1',
  round,
  files: [],
  updatedAt: '2026-11-22T00:00:00Z',
})

/** Starts an autosave with a fake server that checks versions like the real one. */
function start(status: Judging['project']['status'] = 'scoring', drafts: unknown = []) {
  const server = { score: undefined as ProjectScore | undefined, fails: 0 }
  const stored = { drafts }
  const requests: ScoreSave[] = []
  const autosave = createScoreAutosave(judging(status, server.score && [server.score]), {
    async send(score) {
      requests.push(score)
      if (server.fails > 0) throw { status: server.fails, message: '失败' }
      if (score.criterion === 't1' && (server.score?.version ?? 0) !== score.version)
        throw { status: 412, message: '已修改' }
      const reply = toSaved({ ...score, version: score.version + 1 }, status === 'review' ? 2 : 1)
      if (score.criterion === 't1') server.score = reply
      return reply
    },
    read: async () => judging(status, server.score && [server.score]),
    storage: { read: () => stored.drafts, write: (next) => (stored.drafts = next) },
  })
  return { autosave, server, stored, requests, cell: () => autosave.getState().pending.get('["a","t1"]') }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('sends only the latest edit, then the edits made during the request', async () => {
  const { autosave, requests, stored } = start()
  autosave.edit(CELL, { score: 8 })
  autosave.edit(CELL, { score: 85 })
  expect(stored.drafts).toMatchObject([{ score: 85, version: 0 }])
  const flushed = autosave.flush()
  autosave.edit(CELL, { note: '现场演示' })
  await flushed
  await autosave.flush()
  expect(requests).toMatchObject([
    { score: 85, note: '', version: 0 },
    { score: 85, note: '现场演示', version: 1 },
  ])
  expect(autosave.getState().pending.size).toBe(0)
  expect(stored.drafts).toEqual([])
})

it('stores a score while offline and sends it later', async () => {
  const { autosave, server, stored, cell } = start()
  server.fails = 503
  autosave.edit(CELL, { score: 70 })
  await autosave.flush()
  expect(cell()).toMatchObject({ status: 'offline', draft: { score: 70 } })
  expect(stored.drafts).toHaveLength(1)
  server.fails = 0
  await vi.advanceTimersByTimeAsync(10_000)
  expect(autosave.getState().pending.size).toBe(0)
  expect(server.score).toMatchObject({ score: 70, version: 1 })
})

it('offers both versions of a cell that another window changed, and saves the chosen one', async () => {
  const { autosave, server, cell } = start()
  server.score = toSaved({ ...CELL, score: 60, grade: null, note: '另一窗口', links: [], reason: '', version: 3 })
  autosave.edit(CELL, { score: 90 })
  await autosave.flush()
  expect(cell()).toMatchObject({ status: 'conflict', draft: { score: 90 }, theirs: { score: 60 } })
  autosave.edit(CELL, { score: 91 })
  expect(cell()).toMatchObject({ status: 'conflict', draft: { score: 91 } })
  autosave.resolve(CELL, 'mine')
  await autosave.flush()
  expect(server.score).toMatchObject({ score: 91, version: 4 })

  server.score = toSaved({ ...autosave.get(CELL), score: 50, version: 9 })
  autosave.edit(CELL, { score: 92 })
  await autosave.flush()
  autosave.resolve(CELL, 'theirs')
  expect(autosave.get(CELL)).toMatchObject({ score: 50, version: 9 })
})

it('retains all drafts when the link becomes invalid', async () => {
  const { autosave, server, stored } = start()
  server.fails = 404
  autosave.edit(CELL, { score: 70, note: '依据' })
  autosave.edit({ candidate: 'a', criterion: 't2' }, { score: 40 })
  await autosave.flush()
  expect(autosave.getState().endReason).toBe('失败')
  expect(stored.drafts).toHaveLength(2)
})

it('sends a revision only with a reason', async () => {
  const { autosave, requests, cell } = start('review')
  autosave.edit(CELL, { score: 70 })
  await autosave.flush()
  expect(cell()?.status).toBe('reason-missing')
  autosave.edit(CELL, { reason: '复核了演示' })
  await autosave.flush()
  expect(requests).toMatchObject([{ score: 70, reason: '复核了演示' }])
})

it('restores stored drafts and ignores invalid ones', async () => {
  const draft = { ...CELL, score: 66, grade: null, note: '', links: [], reason: '', version: 0 }
  expect(readDrafts([draft, null, { ...draft, links: 'x' }, 3])).toEqual([draft])
  expect(readDrafts('nothing')).toEqual([])
  const { autosave, requests } = start('scoring', [draft, { ...draft, criterion: 'gone' }])
  expect(autosave.get(CELL).score).toBe(66)
  await autosave.flush()
  expect(requests).toEqual([draft])
})
