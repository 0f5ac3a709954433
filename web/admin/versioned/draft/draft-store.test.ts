import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BrowserDrafts, createDraftStore, type ServerDrafts, type StoredDraft } from './draft-store.ts'

const buildDraft = (id: string, overrides: Partial<StoredDraft> = {}): StoredDraft => ({
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
    await drafts.save(buildDraft('first'))
    await drafts.save(buildDraft('second', { text: '{"hero": ' }))
    await drafts.save(buildDraft('elsewhere', { subject: 'community' }))
    expect(await drafts.listIds('home')).toEqual(['first', 'second'])
    expect(await drafts.find('first')).toEqual({ ...buildDraft('first'), device: null })
    expect(await drafts.find('second')).toMatchObject({ text: '{"hero": ' })
  })

  it('removes only the given draft', async () => {
    const { drafts, local, remote } = setUp()
    for (const id of ['first', 'second']) await drafts.save(buildDraft(id))
    await vi.runAllTimersAsync()
    await drafts.remove('second')
    expect([[...local.keys()], [...remote.keys()]]).toEqual([['first'], ['first']])
  })

  it('uploads a draft once, when editing pauses', async () => {
    const { drafts, requests } = setUp()
    for (const title of ['一', '二', '三']) {
      await drafts.save(buildDraft('first', { value: { title } }))
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
      await drafts.save(buildDraft('first', { value: { second } }))
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(requests).toEqual(['save first {"second":19}'])
  })

  it('uploads a draft immediately on flush', async () => {
    const { drafts, requests } = setUp()
    await drafts.save(buildDraft('first'))
    await drafts.flush('first')
    expect(requests).toHaveLength(1)
  })

  it('uploads nothing after a draft was removed', async () => {
    const { drafts, requests } = setUp()
    await drafts.save(buildDraft('first'))
    const sending = drafts.flush('first')
    await drafts.save(buildDraft('first'))
    await drafts.remove('first')
    await sending
    await vi.runAllTimersAsync()
    expect(requests.at(-1)).toBe('remove first')
    expect(requests).toHaveLength(2)
  })

  it('finds drafts of other devices, and prefers the later of two copies', async () => {
    const { drafts, local, remote } = setUp()
    remote.set('phone', buildDraft('phone'))
    remote.set('both', buildDraft('both', { editedAt: '2026-11-21T01:00:00.000Z', value: { is: 'older' } }))
    local.set('both', buildDraft('both', { editedAt: '2026-11-21T01:30:00.000Z', value: { is: 'later' } }))
    expect(await drafts.listIds('home')).toEqual(['both', 'phone'])
    expect(await drafts.find('phone')).toMatchObject({ device: { userAgent: 'Chrome/1 Windows' } })
    expect(await drafts.find('both')).toMatchObject({ value: { is: 'later' }, device: null })
    expect(await drafts.find('nowhere')).toBeUndefined()
  })

  it('ignores failures of the server and of browser storage', async () => {
    const refuse = () => Promise.reject(new Error('refused'))
    const { drafts: stored, local } = setUp()
    const offline = createDraftStore(
      {
        listIds: async () => ['first'],
        find: async (id) => (id === 'first' ? buildDraft(id) : 'nonsense'),
        write: refuse,
        remove: refuse,
      },
      { listIds: refuse, get: refuse, save: refuse, remove: refuse },
    )
    expect(await offline.listIds('home')).toEqual(['first'])
    expect(await offline.find('first')).toMatchObject({ id: 'first' })
    expect(await offline.find('nonsense')).toBeUndefined()
    await expect(offline.save(buildDraft('first'))).resolves.toBeUndefined()
    await expect(offline.flush('first')).resolves.toBeUndefined()
    await expect(offline.remove('first')).resolves.toBeUndefined()
    await stored.save(buildDraft('second'))
    expect(local.size).toBe(1)
  })
})
