import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Judging, ProjectScore, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { createScoreAutosave } from './score-autosave.ts'
import { getCellKey, readDrafts } from './score-drafts.ts'

const CELL = { candidate: 'dify', criterion: 'accuracy' }
const OTHER_CELL = { candidate: 'dify', criterion: 'security' }
const createJudging = (status: Judging['project']['status'], scores: ProjectScore[] = []): Judging => ({
  project: { id: 'project-id', name: '客服选型', description: '', status, ownerName: '周先生' },
  judge: { id: 'judge-id', name: '陈女士', status: 'scoring' },
  candidates: [{ key: 'dify', name: 'Dify', productId: null, catalogue: null }],
  groups: [
    {
      key: 'tech',
      title: '技术',
      weight: 1,
      criteria: [
        { key: 'accuracy', title: '准确', description: '', evidence: [], weight: 1, isRequired: false, minimum: null },
        { key: 'security', title: '安全', description: '', evidence: [], weight: 1, isRequired: false, minimum: null },
      ],
    },
  ],
  grades: [],
  scores,
  judges: [],
  tasks: [],
  trials: [],
  seals: [],
  suggestions: [],
  vendorAnswers: [],
  interest: { statement: '', statementHash: '', declarations: [] },
  signing: { isRequired: false, tableHash: null, order: [], signatures: [] },
  canSign: false,
  hasAllScores: false,
})
const toSaved = (score: ScoreSave, round: 1 | 2 = 1): ProjectScore => ({
  ...score,
  judge: 'judge-id',
  round,
  files: [],
  updatedAt: '2026-11-22T00:00:00Z',
})

/** Creates an autosave with a fake server that, like the real one, checks the version of `CELL`. */
function createAutosave(status: Judging['project']['status'] = 'scoring') {
  const server = { score: undefined as ProjectScore | undefined, errorStatus: 0, isReplyLost: false }
  const stored = { drafts: [] as readonly ScoreSave[], hasRoom: true }
  const requests: ScoreSave[] = []
  const autosave = createScoreAutosave(createJudging(status, server.score && [server.score]), {
    async send(score) {
      requests.push(score)
      if (server.errorStatus > 0) throw { status: server.errorStatus, message: '失败' }
      if (score.criterion === CELL.criterion && (server.score?.version ?? 0) !== score.version)
        throw { status: 412, message: '已修改' }
      const reply = toSaved({ ...score, version: score.version + 1 }, status === 'review' ? 2 : 1)
      if (score.criterion === CELL.criterion) server.score = reply
      if (server.isReplyLost) throw { status: 0, message: '网络连接失败' }
      return reply
    },
    read: async () => createJudging(status, server.score && [server.score]),
    storage: {
      write(next) {
        if (stored.hasRoom) stored.drafts = next
        return stored.hasRoom
      },
    },
  })
  return { autosave, server, stored, requests, getPending: () => autosave.getState().pending.get(getCellKey(CELL)) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('sends only the latest edit, then the edits made during the request', async () => {
  const { autosave, requests, stored } = createAutosave()
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
  const { autosave, server, stored, getPending } = createAutosave()
  server.errorStatus = 503
  autosave.edit(CELL, { score: 70 })
  await autosave.flush()
  expect(getPending()).toMatchObject({ status: 'offline', draft: { score: 70 } })
  expect(stored.drafts).toHaveLength(1)
  server.errorStatus = 0
  await vi.advanceTimersByTimeAsync(10_000)
  expect(autosave.getState().pending.size).toBe(0)
  expect(server.score).toMatchObject({ score: 70, version: 1 })
})

const OTHER_WINDOW_SCORE = toSaved({
  ...CELL,
  score: 60,
  grade: null,
  note: '另一窗口',
  links: [],
  reason: '',
  version: 3,
})

it('offers both versions of a cell that another window changed, even if the cell is edited again', async () => {
  const { autosave, server, getPending } = createAutosave()
  server.score = OTHER_WINDOW_SCORE
  autosave.edit(CELL, { score: 90 })
  await autosave.flush()
  expect(getPending()).toMatchObject({ status: 'conflict', draft: { score: 90 }, theirs: { score: 60 } })
  autosave.edit(CELL, { score: 91 })
  expect(getPending()).toMatchObject({ status: 'conflict', draft: { score: 91 } })
})

it('saves the version of this window if it is chosen', async () => {
  const { autosave, server } = createAutosave()
  server.score = OTHER_WINDOW_SCORE
  autosave.edit(CELL, { score: 90 })
  await autosave.flush()
  autosave.resolve(CELL, 'mine')
  await autosave.flush()
  expect(server.score).toMatchObject({ score: 90, version: 4 })
})

it('adopts the version of the other window if it is chosen', async () => {
  const { autosave, server } = createAutosave()
  server.score = OTHER_WINDOW_SCORE
  autosave.edit(CELL, { score: 90 })
  await autosave.flush()
  autosave.resolve(CELL, 'theirs')
  expect(autosave.get(CELL)).toMatchObject({ score: 60, version: 3 })
})

it('retains all drafts when the link becomes invalid', async () => {
  const { autosave, server, stored } = createAutosave()
  server.errorStatus = 404
  autosave.edit(CELL, { score: 70, note: '依据' })
  autosave.edit(OTHER_CELL, { score: 40 })
  await autosave.flush()
  expect(autosave.getState().endReason).toBe('失败')
  expect(stored.drafts).toHaveLength(2)
})

it('sends a revision only with a reason', async () => {
  const { autosave, requests } = createAutosave('review')
  autosave.edit(CELL, { score: 70 })
  await autosave.flush()
  expect(autosave.getStatus(CELL)).toBe('reason-missing')
  autosave.edit(CELL, { reason: '复核了演示' })
  await autosave.flush()
  expect(requests).toMatchObject([{ score: 70, reason: '复核了演示' }])
})

it('sends a rejected draft again once the project has moved', async () => {
  const { autosave, server, getPending } = createAutosave()
  server.errorStatus = 409
  autosave.edit(CELL, { score: 70 })
  await autosave.flush()
  expect(getPending()?.status).toBe('rejected')
  server.errorStatus = 0
  autosave.load(createJudging('scoring'))
  await autosave.flush()
  expect(getPending()?.status).toBe('rejected')
  autosave.load(createJudging('review'))
  autosave.load(createJudging('scoring'))
  await autosave.flush()
  expect(server.score).toMatchObject({ score: 70 })
})

it('keeps a score that was saved after the server had sent the others', async () => {
  const { autosave } = createAutosave()
  const latest = createJudging('scoring')
  autosave.edit(CELL, { score: 70 })
  await autosave.flush()
  autosave.load(latest)
  expect(autosave.get(CELL)).toMatchObject({ score: 70, version: 1 })
})

const DRAFT: ScoreSave = { ...CELL, score: 66, grade: null, note: '', links: [], reason: '', version: 0 }

it('ignores stored drafts that are invalid', () => {
  expect(readDrafts([{ ...DRAFT, description: '准确' }, null, { ...DRAFT, links: 'not a list' }, 3])).toEqual([DRAFT])
  expect(readDrafts('not a list')).toEqual([])
})

it('sends the drafts of a closed workspace, except for criteria that no longer exist', async () => {
  const { autosave, requests, stored } = createAutosave()
  autosave.adopt([DRAFT, { ...DRAFT, criterion: 'removed-criterion' }])
  expect(autosave.get(CELL).score).toBe(66)
  expect(stored.drafts).toEqual([DRAFT])
  await autosave.flush()
  expect(requests).toEqual([DRAFT])
  expect(stored.drafts).toEqual([])
})

it('offers both drafts that two closed workspaces have left of a cell', async () => {
  const { autosave, server, stored, getPending } = createAutosave()
  const otherDraft = { ...DRAFT, score: 77 }
  autosave.adopt([DRAFT])
  autosave.adopt([otherDraft])
  expect(stored.drafts).toEqual([DRAFT, otherDraft])
  await autosave.flush()
  expect(server.score).toMatchObject({ score: 66 })
  expect(getPending()).toMatchObject({ status: 'conflict', draft: { score: 77 }, theirs: { score: 66 } })
  expect(stored.drafts).toEqual([otherDraft])
})

it('keeps its own draft of a cell when it adopts another one, and both survive while offline', async () => {
  const { autosave, server, stored } = createAutosave()
  server.errorStatus = 503
  autosave.edit(CELL, { score: 55 })
  autosave.adopt([DRAFT])
  await autosave.flush()
  expect(autosave.get(CELL).score).toBe(55)
  expect(stored.drafts).toMatchObject([{ score: 55 }, { score: 66 }])
})

it('drops an adopted draft that has the same values as another one', async () => {
  const { autosave, requests, stored } = createAutosave()
  autosave.adopt([DRAFT])
  autosave.adopt([DRAFT])
  await autosave.flush()
  expect(requests).toEqual([DRAFT])
  expect(stored.drafts).toEqual([])
})

it('recognizes its own score if the reply to its request was lost', async () => {
  const { autosave, server, getPending } = createAutosave()
  server.isReplyLost = true
  autosave.edit(CELL, { score: 70, note: '依据' })
  await autosave.flush()
  expect(getPending()?.status).toBe('offline')
  server.isReplyLost = false
  await autosave.flush()
  expect(getPending()).toBeUndefined()
  expect(autosave.get(CELL)).toMatchObject({ score: 70, note: '依据', version: 1 })
})

it('tries again after a 401, since the judge signs in again', async () => {
  const { autosave, server, getPending } = createAutosave()
  server.errorStatus = 401
  autosave.edit(CELL, { score: 70 })
  await autosave.flush()
  expect(getPending()?.status).toBe('offline')
  server.errorStatus = 0
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.score).toMatchObject({ score: 70 })
})

it('reports that the device has no room for drafts', () => {
  const { autosave, stored } = createAutosave()
  stored.hasRoom = false
  expect(autosave.adopt([DRAFT])).toBe(false)
  expect(autosave.getState().isStored).toBe(false)
})
