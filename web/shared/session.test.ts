import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#contracts/identity/account.ts'
import { SESSION_KEY } from './session-storage.ts'

const USER: User = {
  _id: 'u1',
  username: 'li',
  name: '李娜',
  email: 'li@example.com',
  role: 'member',
  status: 'active',
  company: '',
  position: '',
  phone: '',
  createdAt: '2026-11-21T02:00:00.000Z',
  lastLogin: null,
  mustChangePassword: false,
}
const SESSION = { id: 's1', createdAt: '2026-11-21T02:00:00.000Z', expiresAt: '2026-11-21T02:30:00.000Z' }

type Reply = { status?: number; body: unknown }

/** Returns a browser of one tab: a storage, a window that hears events, a server that answers in turn. */
function openTab(savedSession?: unknown) {
  const stored = new Map<string, string>(
    savedSession === undefined ? [] : [[SESSION_KEY, JSON.stringify(savedSession)]],
  )
  const replies: Reply[] = []
  const calls: { path: string; authorization: string | null }[] = []
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
    calls.push({ path, authorization: headers.get('authorization') })
    const reply = replies.shift()
    if (!reply) throw new TypeError('no network')
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    return new Response(text, { status: reply.status ?? 200 })
  })
  const readStored = (): unknown => JSON.parse(stored.get(SESSION_KEY) ?? 'null')
  const hearStorage = (key: string | null) => window.dispatchEvent(Object.assign(new Event('storage'), { key }))
  return { stored, replies, calls, readStored, hearStorage }
}

const signedIn = { body: { success: true, message: '登录成功', token: 't1', user: USER, session: SESSION } }
const CREDENTIALS = { email: 'li', password: 'secret' }

describe('the sign-in state', () => {
  beforeEach(() => vi.resetModules())

  it('keeps user, token and flag, and nothing else', async () => {
    const tab = openTab()
    const { startSession, currentSession } = await import('./session.ts')
    const { login } = await import('./sign-in.ts')
    startSession()
    tab.replies.push(signedIn)
    const call = login(CREDENTIALS, () => {})
    expect(currentSession()).toMatchObject({ isLoading: true, isAuthenticated: false })
    expect(await call).toBeUndefined()
    expect(currentSession()).toEqual({ user: USER, token: 't1', isAuthenticated: true, isLoading: false, error: null })
    expect(tab.readStored()).toEqual({ user: USER, token: 't1', isAuthenticated: true })
  })

  it.each([
    ["the server's words", { status: 401, body: { success: false, message: '用户名或密码错误' } }, '用户名或密码错误'],
    ['its own where the server has none', { status: 502, body: '<html>' }, '登录失败'],
    ['that the network is gone', undefined, '网络连接失败，请检查网络后重试'],
  ])('says %s', async (_, reply, message) => {
    const tab = openTab()
    const { startSession, currentSession } = await import('./session.ts')
    const { login } = await import('./sign-in.ts')
    startSession()
    if (reply) tab.replies.push(reply)
    expect(await login(CREDENTIALS, () => {})).toMatchObject({ message })
    expect(currentSession()).toMatchObject({ isAuthenticated: false, isLoading: false, error: message })
    expect(tab.readStored()).toBeNull()
  })

  it('begins with what was kept, and sends its token', async () => {
    const tab = openTab({ user: USER, token: 't0', isAuthenticated: true })
    const { startSession, currentSession } = await import('./session.ts')
    const { updateProfile } = await import('./sign-in.ts')
    startSession()
    tab.replies.push({ body: { success: true, user: { ...USER, name: '李' }, data: USER } })
    expect(await updateProfile({ name: '李' })).toBeUndefined()
    expect(tab.calls).toEqual([{ path: '/api/auth/profile', authorization: 'Bearer t0' }])
    expect(currentSession().user?.name).toBe('李')
  })

  it.each([['text'], [{ token: 't', user: {} }], [{ token: 1, user: USER }], [null], [[]]])(
    'takes %j in storage for nobody',
    async (stored) => {
      openTab(stored)
      const { startSession, currentSession } = await import('./session.ts')
      startSession()
      expect(currentSession().isAuthenticated).toBe(false)
    },
  )

  it('updates no profile without a token', async () => {
    const tab = openTab()
    const { startSession } = await import('./session.ts')
    const { updateProfile } = await import('./sign-in.ts')
    startSession()
    expect(await updateProfile({ name: '李' })).toEqual({ status: 401, message: '未登录' })
    expect(tab.calls).toEqual([])
  })

  it('is cleared when the server no longer takes the token', async () => {
    const tab = openTab({ user: USER, token: 't0', isAuthenticated: true })
    const { startSession, currentSession } = await import('./session.ts')
    const { updateProfile } = await import('./sign-in.ts')
    startSession()
    tab.replies.push({ status: 401, body: { success: false, message: '未登录' } })
    await updateProfile({ name: '李' })
    expect(currentSession()).toMatchObject({ user: null, token: null, isAuthenticated: false, error: '未登录' })
    expect(tab.readStored()).toBeNull()
  })

  it('signs out at once, whatever the server says', async () => {
    const tab = openTab({ user: USER, token: 't0', isAuthenticated: true })
    const { startSession, logout, currentSession } = await import('./session.ts')
    startSession()
    const call = logout()
    expect(currentSession().isAuthenticated).toBe(false)
    await call
    expect(tab.calls).toEqual([{ path: '/api/auth/logout', authorization: 'Bearer t0' }])
  })

  it('follows the other tabs', async () => {
    const tab = openTab()
    const { startSession, currentSession } = await import('./session.ts')
    startSession()
    tab.stored.set(SESSION_KEY, JSON.stringify({ user: USER, token: 't2', isAuthenticated: true }))
    tab.hearStorage('another key')
    expect(currentSession().token).toBeNull()
    tab.hearStorage(SESSION_KEY)
    expect(currentSession()).toMatchObject({ token: 't2', isAuthenticated: true })
    tab.stored.clear()
    tab.hearStorage(null)
    expect(currentSession()).toMatchObject({ token: null, user: null, isAuthenticated: false })
  })
})
