import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BrowserDrafts, createDrafts, type ServerDrafts, type StoredDraft } from './draft-store.ts'

const draft = (id: string, changes: Partial<StoredDraft> = {}): StoredDraft => ({
  id,
  subject: 'home',
  editedAt: '2026-11-21T02:00:00.000Z',
  loaded: { value: { hero: { title: '旧' } }, version: 3 },
  value: { hero: { title: '新' } },
  text: null,
  ...changes,
})

const listIds = (drafts: ReadonlyMap<string, StoredDraft>, subject: string) =>
  [...drafts.values()].filter((item) => item.subject === subject).map(({ id }) => id)

/** Returns drafts in memory, and what reached the server in order. */
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
      if (!item) throw new Error('not there')
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
  return { local, remote, requests, drafts: createDrafts(browser, server) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('drafts', () => {
  it('keeps the drafts of two editors apart', async () => {
    const { drafts } = setUp()
    await drafts.keep(draft('first'))
    await drafts.keep(draft('second', { text: '{"hero": ' }))
    await drafts.keep(draft('elsewhere', { subject: 'community' }))
    expect(await drafts.listIds('home')).toEqual(['first', 'second'])
    expect(await drafts.find('first')).toEqual({ ...draft('first'), device: null })
    expect(await drafts.find('second')).toMatchObject({ text: '{"hero": ' })
  })

  it('removes the draft of one editor alone', async () => {
    const { drafts, local, remote } = setUp()
    for (const id of ['first', 'second']) await drafts.keep(draft(id))
    await vi.runAllTimersAsync()
    await drafts.remove('second')
    expect([[...local.keys()], [...remote.keys()]]).toEqual([['first'], ['first']])
  })

  it('sends a draft when editing pauses, and once', async () => {
    const { drafts, requests } = setUp()
    for (const title of ['一', '二', '三']) {
      await drafts.keep(draft('first', { value: { title } }))
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(requests).toEqual([])
    await vi.advanceTimersByTimeAsync(3_000)
    await drafts.flush('first')
    expect(requests).toEqual(['save first {"title":"三"}'])
  })

  it('sends a draft after a while although editing goes on', async () => {
    const { drafts, requests } = setUp()
    for (let second = 0; second < 30; second += 1) {
      await drafts.keep(draft('first', { value: { second } }))
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(requests).toEqual(['save first {"second":19}'])
  })

  it('sends a draft at once if asked to', async () => {
    const { drafts, requests } = setUp()
    await drafts.keep(draft('first'))
    await drafts.flush('first')
    expect(requests).toHaveLength(1)
  })

  it('sends nothing after a draft was removed', async () => {
    const { drafts, requests } = setUp()
    await drafts.keep(draft('first'))
    const sending = drafts.flush('first')
    await drafts.keep(draft('first'))
    await drafts.remove('first')
    await sending
    await vi.runAllTimersAsync()
    expect(requests.at(-1)).toBe('remove first')
    expect(requests).toHaveLength(2)
  })

  it('finds drafts of other devices, and the later of two copies', async () => {
    const { drafts, local, remote } = setUp()
    remote.set('phone', draft('phone'))
    remote.set('both', draft('both', { editedAt: '2026-11-21T01:00:00.000Z', value: { is: 'older' } }))
    local.set('both', draft('both', { editedAt: '2026-11-21T01:30:00.000Z', value: { is: 'later' } }))
    expect(await drafts.listIds('home')).toEqual(['both', 'phone'])
    expect(await drafts.find('phone')).toMatchObject({ device: { userAgent: 'Chrome/1 Windows' } })
    expect(await drafts.find('both')).toMatchObject({ value: { is: 'later' }, device: null })
    expect(await drafts.find('nowhere')).toBeUndefined()
  })

  it('works without a server, and if the browser refuses storage', async () => {
    const refuse = () => Promise.reject(new Error('refused'))
    const { drafts: stored, local } = setUp()
    const offline = createDrafts(
      {
        listIds: async () => ['first'],
        find: async (id) => (id === 'first' ? draft(id) : 'nonsense'),
        write: refuse,
        remove: refuse,
      },
      { listIds: refuse, get: refuse, save: refuse, remove: refuse },
    )
    expect(await offline.listIds('home')).toEqual(['first'])
    expect(await offline.find('first')).toMatchObject({ id: 'first' })
    expect(await offline.find('nonsense')).toBeUndefined()
    await expect(offline.keep(draft('first'))).resolves.toBeUndefined()
    await expect(offline.flush('first')).resolves.toBeUndefined()
    await expect(offline.remove('first')).resolves.toBeUndefined()
    await stored.keep(draft('second'))
    expect(local.size).toBe(1)
  })
})
