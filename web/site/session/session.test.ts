import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
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

/** Simulates a browser tab: storage, a window that dispatches events, and a server that sends the queued replies. */
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
  const dispatchStorage = (key: string | null) => window.dispatchEvent(Object.assign(new Event('storage'), { key }))
  return { stored, replies, calls, readStored, dispatchStorage }
}

const signedIn = { body: { success: true, message: '登录成功', token: 't1', user: USER, session: SESSION } }
const CREDENTIALS = { email: 'li', password: 'secret' }

describe('the sign-in state', () => {
  beforeEach(() => vi.resetModules())
  // Other test files share the modules, and nobody is signed in there.
  afterAll(() => vi.resetModules())

  it('stores only the user, the token and whether a user is signed in', async () => {
    const tab = openTab()
    const { startSession, getSession } = await import('./session.ts')
    const { login } = await import('./sign-in.ts')
    startSession()
    tab.replies.push(signedIn)
    const call = login(CREDENTIALS)
    expect(getSession()).toMatchObject({ isLoading: true, isAuthenticated: false })
    expect(await call).toEqual({ result: null })
    expect(getSession()).toEqual({
      user: USER,
      token: 't1',
      session: SESSION,
      isAuthenticated: true,
      isExpired: false,
      isLoading: false,
      error: null,
    })
    expect(tab.readStored()).toEqual({ user: USER, token: 't1', isAuthenticated: true })
  })

  it.each([
    [
      "the server's message",
      { status: 401, body: { success: false, message: '用户名或密码错误' } },
      '用户名或密码错误',
    ],
    ['its own message if the server has none', { status: 502, body: '<html>' }, '登录失败'],
    ['a network failure', undefined, '网络连接失败，请检查网络后重试'],
  ])('reports %s', async (_, reply, message) => {
    const tab = openTab()
    const { startSession, getSession } = await import('./session.ts')
    const { login } = await import('./sign-in.ts')
    startSession()
    if (reply) tab.replies.push(reply)
    expect(await login(CREDENTIALS)).toMatchObject({ failure: { message } })
    expect(getSession()).toMatchObject({ isAuthenticated: false, isLoading: false, error: message })
    expect(tab.readStored()).toBeNull()
  })

  it('starts with the stored session, and sends its token', async () => {
    const tab = openTab({ user: USER, token: 't0', isAuthenticated: true })
    const { startSession, getSession } = await import('./session.ts')
    const { updateProfile } = await import('./sign-in.ts')
    startSession()
    tab.replies.push({ body: { success: true, user: { ...USER, name: '李' }, data: USER } })
    expect(await updateProfile({ name: '李' })).toEqual({})
    expect(tab.calls).toEqual([{ path: '/api/auth/profile', authorization: 'Bearer t0' }])
    expect(getSession().user?.name).toBe('李')
  })

  it.each([
    ['text', 'text'],
    ['a user without fields', { token: 't', user: {} }],
    ['a token that is not text', { token: 1, user: USER }],
    ['null', null],
    ['a list', []],
  ])('ignores a stored value that is %s', async (_, stored) => {
    openTab(stored)
    const { startSession, getSession } = await import('./session.ts')
    startSession()
    expect(getSession().isAuthenticated).toBe(false)
  })

  it('does not send a profile change without a token', async () => {
    const tab = openTab()
    const { startSession } = await import('./session.ts')
    const { updateProfile } = await import('./sign-in.ts')
    startSession()
    expect(await updateProfile({ name: '李' })).toEqual({ failure: { status: 401, message: '未登录' } })
    expect(tab.calls).toEqual([])
  })

  it('keeps the user and asks for a sign-in if the token of a read is rejected during unsaved edits', async () => {
    const tab = openTab({ user: USER, token: 't0', isAuthenticated: true })
    const { startSession, getSession, setStatus } = await import('./session.ts')
    const { getSessionId } = await import('./session-changes.ts')
    startSession()
    setStatus({ isDirty: true })
    tab.replies.push({ status: 401, body: { success: false, message: '未登录' } })
    await expect(getSessionId()).rejects.toMatchObject({ status: 401 })
    expect(getSession()).toMatchObject({ user: USER, token: null, isAuthenticated: false, isExpired: true })
  })

  it('keeps the user and asks for a sign-in if a refresh finds its end during unsaved edits', async () => {
    openTab({ user: USER, token: 't0', isAuthenticated: true })
    const { startSession, getSession, setStatus } = await import('./session.ts')
    const { applyRefresh } = await import('./session-changes.ts')
    startSession()
    setStatus({ isDirty: true })
    applyRefresh(null)
    expect(getSession()).toMatchObject({ user: USER, token: null, isAuthenticated: false, isExpired: true })
  })

  it('is cleared when the server rejects the token of a read', async () => {
    const tab = openTab({ user: USER, token: 't0', isAuthenticated: true })
    const { startSession, getSession } = await import('./session.ts')
    const { getSessionId } = await import('./session-changes.ts')
    startSession()
    tab.replies.push({ status: 401, body: { success: false, message: '未登录' } })
    await expect(getSessionId()).rejects.toMatchObject({ status: 401 })
    expect(getSession()).toMatchObject({ user: null, token: null, isAuthenticated: false, isExpired: false })
    expect(tab.readStored()).toBeNull()
  })

  describe('whose token the server rejected for an action', () => {
    async function expire() {
      const tab = openTab({ user: USER, token: 't0', isAuthenticated: true })
      const session = await import('./session.ts')
      const { dismissExpiredSession } = await import('./session-changes.ts')
      const { login, updateProfile } = await import('./sign-in.ts')
      session.startSession()
      tab.replies.push({ status: 401, body: { success: false, message: '未登录' } })
      await updateProfile({ name: '李' })
      return { tab, login, dismissExpiredSession, ...session }
    }

    it('keeps the user, without a token', async () => {
      const { getSession } = await expire()
      expect(getSession()).toMatchObject({ user: USER, token: null, isAuthenticated: false, isExpired: true })
    })

    it('continues after another sign-in', async () => {
      const { tab, login, getSession, dismissExpiredSession } = await expire()
      tab.replies.push(signedIn)
      await login(CREDENTIALS)
      dismissExpiredSession()
      expect(getSession()).toMatchObject({ user: USER, token: 't1', isAuthenticated: true, isExpired: false })
    })

    it('is cleared when the user dismisses it', async () => {
      const { tab, getSession, dismissExpiredSession } = await expire()
      dismissExpiredSession()
      expect(getSession()).toMatchObject({ user: null, token: null, isExpired: false })
      expect(tab.readStored()).toBeNull()
    })
  })

  it('signs out immediately, whatever the server replies', async () => {
    const tab = openTab({ user: USER, token: 't0', isAuthenticated: true })
    const { startSession, getSession } = await import('./session.ts')
    const { logout } = await import('./session-changes.ts')
    startSession()
    const call = logout()
    expect(getSession().isAuthenticated).toBe(false)
    expect(tab.readStored()).toBeNull()
    await call
    expect(tab.calls).toEqual([{ path: '/api/auth/logout', authorization: 'Bearer t0' }])
  })

  it('signs out if an account can’t be closed because a request without a reply has closed it', async () => {
    const tab = openTab({ user: USER, token: 't0', isAuthenticated: true })
    const { startSession, getSession } = await import('./session.ts')
    const { closeAccount } = await import('./sign-in.ts')
    startSession()
    await expect(closeAccount({ password: 'secret' }, false)).rejects.toMatchObject({ status: 0 })
    tab.replies.push({ status: 401, body: { success: false, message: '未登录' } })
    await closeAccount({ password: 'secret' }, true)
    expect(getSession()).toMatchObject({ user: null, token: null, isExpired: false })
    expect(tab.readStored()).toBeNull()
  })

  it.each<[string, Reply | undefined, boolean]>([
    ['has ended', { body: { success: true, message: '已退出登录', data: null } }, true],
    ['had already expired', { status: 401, body: { success: false, message: '未登录' } }, true],
    ['is still stored, as the server fails', { status: 503, body: { success: false, message: '暂时不可用' } }, false],
    ['is still stored, as the network fails', undefined, false],
  ])('signs out completely in the browser, and reports whether the session %s', async (_, reply, isEnded) => {
    const tab = openTab({ user: USER, token: 't0', isAuthenticated: true })
    const { startSession, getSession } = await import('./session.ts')
    const { logout } = await import('./session-changes.ts')
    startSession()
    if (reply) tab.replies.push(reply)
    expect(await logout()).toBe(isEnded)
    expect(getSession()).toMatchObject({ user: null, token: null, isAuthenticated: false, isExpired: false })
    expect(tab.readStored()).toBeNull()
  })

  it('keeps the user and asks for a sign-in if another tab signs out during unsaved edits', async () => {
    const tab = openTab({ user: USER, token: 't0', isAuthenticated: true })
    const { startSession, getSession, setStatus } = await import('./session.ts')
    startSession()
    setStatus({ isDirty: true })
    const signedInSession = tab.stored.get(SESSION_KEY) ?? ''
    tab.stored.clear()
    tab.dispatchStorage(SESSION_KEY)
    expect(getSession()).toMatchObject({ user: USER, token: null, isAuthenticated: false, isExpired: true })
    tab.stored.set(SESSION_KEY, signedInSession)
    tab.dispatchStorage(SESSION_KEY)
    expect(getSession()).toMatchObject({ user: USER, token: 't0', isAuthenticated: true, isExpired: false })
  })

  describe('during unsaved edits, if another user signs in in another tab', () => {
    const OTHER_SESSION = { user: { ...USER, _id: 'u2', name: '王强' }, token: 't2', isAuthenticated: true }

    async function switchUser(isDirty = true) {
      const tab = openTab({ user: USER, token: 't0', isAuthenticated: true })
      const session = await import('./session.ts')
      const { dismissExpiredSession } = await import('./session-changes.ts')
      const signIn = await import('./sign-in.ts')
      session.startSession()
      session.setStatus({ isDirty })
      tab.stored.set(SESSION_KEY, JSON.stringify(OTHER_SESSION))
      tab.dispatchStorage(SESSION_KEY)
      return { tab, dismissExpiredSession, ...session, ...signIn }
    }

    it('keeps the user, sends no token, and leaves the other user signed in', async () => {
      const { tab, getSession } = await switchUser()
      expect(getSession()).toMatchObject({ user: USER, token: null, isAuthenticated: false, isExpired: true })
      tab.dispatchStorage(SESSION_KEY)
      expect(getSession()).toMatchObject({ user: USER, isExpired: true })
      expect(tab.readStored()).toEqual(OTHER_SESSION)
    })

    it('continues when the first user signs in again', async () => {
      const { tab, login, getSession } = await switchUser()
      tab.replies.push(signedIn)
      await login(CREDENTIALS)
      expect(getSession()).toMatchObject({ user: USER, token: 't1', isExpired: false })
    })

    it('adopts the other user when the edits are given up', async () => {
      const { tab, dismissExpiredSession, getSession } = await switchUser()
      dismissExpiredSession()
      expect(getSession()).toMatchObject({ user: { name: '王强' }, token: 't2', isExpired: false })
      expect(tab.readStored()).toEqual(OTHER_SESSION)
    })

    it('asks before it applies a sign-in as another user', async () => {
      const { tab, login, acceptPendingSignIn, rejectPendingSignIn, getSession } = await switchUser()
      const otherSignIn = { body: { ...signedIn.body, ...OTHER_SESSION } }
      tab.replies.push(otherSignIn, otherSignIn)
      await login(CREDENTIALS)
      expect(getSession()).toMatchObject({ user: USER, token: null, pendingSignIn: { user: { name: '王强' } } })
      rejectPendingSignIn()
      expect(getSession()).toMatchObject({ user: USER, isExpired: true, pendingSignIn: null })
      await login(CREDENTIALS)
      acceptPendingSignIn()
      expect(getSession()).toMatchObject({ user: { name: '王强' }, token: 't2', isExpired: false, pendingSignIn: null })
    })

    it('switches at once without unsaved edits', async () => {
      const { getSession } = await switchUser(false)
      expect(getSession()).toMatchObject({ user: { name: '王强' }, token: 't2', isExpired: false })
    })
  })

  it('adopts sign-ins and sign-outs of other tabs', async () => {
    const tab = openTab()
    const { startSession, getSession } = await import('./session.ts')
    startSession()
    tab.stored.set(SESSION_KEY, JSON.stringify({ user: USER, token: 't2', isAuthenticated: true }))
    tab.dispatchStorage('another key')
    expect(getSession().token).toBeNull()
    tab.dispatchStorage(SESSION_KEY)
    expect(getSession()).toMatchObject({ token: 't2', isAuthenticated: true })
    tab.stored.clear()
    tab.dispatchStorage(null)
    expect(getSession()).toMatchObject({ token: null, user: null, isAuthenticated: false })
  })
})
