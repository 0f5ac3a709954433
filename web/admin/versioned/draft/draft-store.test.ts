import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BrowserDrafts, createDraftStore, type ServerDrafts, type StoredDraft } from './draft-store.ts'

const createDraft = (id: string, overrides: Partial<StoredDraft> = {}): StoredDraft => ({
  id,
  subject: 'home',
  editedAt: '2026-11-21T02:00:00.000Z',
  loaded: { value: { hero: { title: '旧' } }, version: 3 },
  value: { hero: { title: '新' } },
  text: null,
  ...overrides,
})

const listIds = (drafts: ReadonlyMap<string, StoredDraft>, subject: string) =>
  [...drafts.values()].filter((item) => item.subject === subject).map(({ id }) => id)

/** Returns a draft store in memory, and the requests that reached the server, in order. */
function setUp() {
  const local = new Map<string, StoredDraft>()
  const remote = new Map<string, StoredDraft>()
  const requests: string[] = []
  const browser: BrowserDrafts = {
    listIds: async (subject) => listIds(local, subject),
    find: async (id) => local.get(id),
    write: async (item) => void local.set(item.id, item),
    remove: async (id) => void local.delete(id),
  }
  const server: ServerDrafts = {
    listIds: async (subject) => listIds(remote, subject),
    async get(id) {
      const item = remote.get(id)
      if (!item) throw new Error('draft not found')
      return { ...item, userAgent: 'Chrome/1 Windows' }
    },
    async save(item) {
      requests.push(`save ${item.id} ${JSON.stringify(item.value)}`)
      remote.set(item.id, item)
    },
    async remove(id) {
      requests.push(`remove ${id}`)
      remote.delete(id)
    },
  }
  return { local, remote, requests, drafts: createDraftStore(browser, server) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('draft store', () => {
  it('stores one draft per editor', async () => {
    const { drafts } = setUp()
    await drafts.save(createDraft('first'))
    await drafts.save(createDraft('second', { text: '{"hero": ' }))
    await drafts.save(createDraft('ofCommunity', { subject: 'community' }))
    expect(await drafts.listIds('home')).toEqual(['first', 'second'])
    expect(await drafts.find('first')).toEqual({ ...createDraft('first'), device: null })
    expect(await drafts.find('second')).toMatchObject({ text: '{"hero": ' })
  })

  it('removes only the given draft', async () => {
    const { drafts, local, remote } = setUp()
    for (const id of ['first', 'second']) await drafts.save(createDraft(id))
    await vi.runAllTimersAsync()
    await drafts.remove('second')
    expect([...local.keys()]).toEqual(['first'])
    expect([...remote.keys()]).toEqual(['first'])
  })

  it('uploads a draft once, when editing pauses', async () => {
    const { drafts, requests } = setUp()
    for (const title of ['一', '二', '三']) {
      await drafts.save(createDraft('first', { value: { title } }))
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(requests).toEqual([])
    await vi.advanceTimersByTimeAsync(3_000)
    await drafts.flush('first')
    expect(requests).toEqual(['save first {"title":"三"}'])
  })

  it('uploads a draft after the maximum delay during continuous editing', async () => {
    const { drafts, requests } = setUp()
    for (let second = 0; second < 30; second += 1) {
      await drafts.save(createDraft('first', { value: { second } }))
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(requests).toEqual(['save first {"second":19}'])
  })

  it('uploads a draft immediately on flush', async () => {
    const { drafts, requests } = setUp()
    await drafts.save(createDraft('first'))
    await drafts.flush('first')
    expect(requests).toHaveLength(1)
  })

  it('uploads nothing after a draft was removed', async () => {
    const { drafts, requests } = setUp()
    await drafts.save(createDraft('first'))
    const upload = drafts.flush('first')
    await drafts.save(createDraft('first'))
    await drafts.remove('first')
    await upload
    await vi.runAllTimersAsync()
    expect(requests.at(-1)).toBe('remove first')
    expect(requests).toHaveLength(2)
  })

  it('finds drafts of other devices, and prefers the later of two copies', async () => {
    const { drafts, local, remote } = setUp()
    remote.set('onServer', createDraft('onServer'))
    remote.set('onBoth', createDraft('onBoth', { editedAt: '2026-11-21T01:00:00.000Z', value: { title: '较早' } }))
    local.set('onBoth', createDraft('onBoth', { editedAt: '2026-11-21T01:30:00.000Z', value: { title: '较晚' } }))
    expect(await drafts.listIds('home')).toEqual(['onBoth', 'onServer'])
    expect(await drafts.find('onServer')).toMatchObject({ device: { userAgent: 'Chrome/1 Windows' } })
    expect(await drafts.find('onBoth')).toMatchObject({ value: { title: '较晚' }, device: null })
    expect(await drafts.find('missing')).toBeUndefined()
  })

  it('ignores failures of the server and of browser storage', async () => {
    const rejectCall = () => Promise.reject(new Error('unavailable'))
    const offline = createDraftStore(
      {
        listIds: async () => ['first'],
        find: async (id) => (id === 'first' ? createDraft(id) : 'malformed'),
        write: rejectCall,
        remove: rejectCall,
      },
      { listIds: rejectCall, get: rejectCall, save: rejectCall, remove: rejectCall },
    )
    expect(await offline.listIds('home')).toEqual(['first'])
    expect(await offline.find('first')).toMatchObject({ id: 'first' })
    expect(await offline.find('malformed')).toBeUndefined()
    await expect(offline.save(createDraft('first'))).resolves.toBeUndefined()
    await expect(offline.flush('first')).resolves.toBeUndefined()
    await expect(offline.remove('first')).resolves.toBeUndefined()
  })
})
