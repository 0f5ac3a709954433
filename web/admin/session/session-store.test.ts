import { describe, expect, it } from 'vitest'
import type { User } from '#contracts/identity/account.ts'
import { createSessionStore } from './session-store.ts'

const USER: User = {
  _id: 'u1',
  username: 'admin',
  name: '管理员',
  email: 'admin@zhijian.test',
  role: 'super_admin',
  status: 'active',
  company: '',
  position: '',
  phone: '',
  createdAt: '2026-11-21T02:00:00.000Z',
  lastLogin: null,
  mustChangePassword: false,
}

/**
 * Creates a storage in memory; `stored` is its content. Calls `onChange` after each change, like a storage event, which
 * only the other tabs get.
 */
function createStorage(stored = new Map<string, string>(), onChange = () => {}) {
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      stored.set(key, value)
      onChange()
    },
    removeItem(key: string) {
      stored.delete(key)
      onChange()
    },
  }
}

describe('session store', () => {
  it('stores the session as auth_token and auth_user, and restores it', () => {
    const local = createStorage()
    createSessionStore({ local, session: createStorage() }).signIn({ token: 'token', user: USER })
    expect([...local.stored.keys()].sort()).toEqual(['auth_token', 'auth_user'])
    expect(createSessionStore({ local, session: createStorage() }).get()).toEqual({
      token: 'token',
      user: USER,
      ending: null,
      pendingSignIn: null,
    })
  })
  it.each([
    ['nothing', {}],
    ['only a token', { auth_token: 'token' }],
    ['a malformed user', { auth_token: 'token', auth_user: '{malformed' }],
    ['only a user', { auth_user: '{}' }],
  ])('has no user if storage contains %s', (_, stored) => {
    const local = createStorage(new Map(Object.entries(stored)))
    expect(createSessionStore({ local, session: createStorage() }).get().user).toBeNull()
  })
  it('stores changes of the user', () => {
    const local = createStorage()
    const store = createSessionStore({ local, session: createStorage() })
    store.signIn({ token: 'token', user: USER })
    store.setUser({ ...USER, name: '新名字' })
    expect(store.get().user?.name).toBe('新名字')
    expect(createSessionStore({ local, session: createStorage() }).get()).toMatchObject({
      token: 'token',
      user: { name: '新名字' },
    })
  })
  it('clears the storage on sign-out', () => {
    const local = createStorage()
    const store = createSessionStore({ local, session: createStorage() })
    store.signIn({ token: 'token', user: USER })
    store.signOut()
    expect(local.stored.size).toBe(0)
    expect(store.get()).toEqual({ token: null, user: null, ending: null, pendingSignIn: null })
  })
  it('keeps the user after the session has expired, and resumes after a sign-in', async () => {
    const store = createSessionStore({ local: createStorage(), session: createStorage() })
    store.signIn({ token: 'old', user: USER })
    const rejection = store.rejectToken(store.get(), true)
    expect(store.get()).toEqual({ token: null, user: USER, ending: 'expired', pendingSignIn: null })
    store.signIn({ token: 'new', user: USER })
    await expect(rejection).resolves.toBe(true)
    expect(store.getToken()).toBe('new')
  })
  it('rejects waiting calls on sign-out after the session has expired', async () => {
    const store = createSessionStore({ local: createStorage(), session: createStorage() })
    store.signIn({ token: 'old', user: USER })
    const rejection = store.rejectToken(store.get(), true)
    store.signOut()
    await expect(rejection).rejects.toMatchObject({ name: 'AbortError' })
  })
  it('signs out if a token is rejected without unsaved edits', async () => {
    const local = createStorage()
    const store = createSessionStore({ local, session: createStorage() })
    store.signIn({ token: 'old', user: USER })
    await expect(store.rejectToken(store.get(), false)).resolves.toBe(false)
    expect(store.get().user).toBeNull()
    expect(local.stored.size).toBe(0)
  })
  it.each([true, false])(
    'keeps a newer token if a call with the old one is rejected late (unsaved edits: %s)',
    async (hasUnfinishedWork) => {
      const local = createStorage()
      const store = createSessionStore({ local, session: createStorage() })
      store.signIn({ token: 'old', user: USER })
      const requestState = store.get()
      const rejection = store.rejectToken(requestState, true)
      store.signIn({ token: 'new', user: USER })
      await expect(rejection).resolves.toBe(true)
      await expect(store.rejectToken(requestState, hasUnfinishedWork)).resolves.toBe(true)
      expect(store.get()).toMatchObject({ token: 'new', ending: null })
      expect(local.stored.get('auth_token')).toBe('new')
    },
  )
  it('does not repeat a rejected call as another user', async () => {
    const store = createSessionStore({ local: createStorage(), session: createStorage() })
    store.signIn({ token: 'old', user: USER })
    const requestState = store.get()
    store.signIn({ token: 'token-of-other', user: { ...USER, _id: 'u2' } })
    await expect(store.rejectToken(requestState, false)).resolves.toBe(false)
    expect(store.getToken()).toBe('token-of-other')
  })
  it('adopts sign-ins and sign-outs of another tab', () => {
    const local = createStorage()
    const thisTab = createSessionStore({ local, session: createStorage() })
    const otherTab = createSessionStore({ local, session: createStorage() })
    otherTab.signIn({ token: 'token', user: USER })
    thisTab.syncWithStorage(false)
    expect(thisTab.getToken()).toBe('token')
    otherTab.signOut()
    thisTab.syncWithStorage(false)
    expect(thisTab.get().user).toBeNull()
  })
  it('never pairs the token of a sign-in in another tab with the previous user', () => {
    const pairs: string[] = []
    const stored = new Map([
      ['auth_token', 'old'],
      ['auth_user', JSON.stringify(USER)],
    ])
    const thisTab = createSessionStore({ local: createStorage(stored), session: createStorage() })
    const localOfOtherTab = createStorage(stored, () => {
      thisTab.syncWithStorage(false)
      pairs.push(`${thisTab.getToken()} of ${thisTab.get().user?._id}`)
    })
    const otherTab = createSessionStore({ local: localOfOtherTab, session: createStorage() })
    otherTab.signIn({ token: 'new', user: { ...USER, _id: 'u2' } })
    expect(new Set(pairs)).toEqual(new Set(['old of u1', 'new of u2']))
  })
  it('does not store its user with the token of another tab', () => {
    const local = createStorage()
    const thisTab = createSessionStore({ local, session: createStorage() })
    thisTab.signIn({ token: 'old', user: USER })
    createSessionStore({ local, session: createStorage() }).signIn({ token: 'new', user: { ...USER, _id: 'u2' } })
    thisTab.setUser({ ...USER, name: '新名字' })
    thisTab.syncWithStorage(false)
    expect(thisTab.get()).toMatchObject({ token: 'new', user: { _id: 'u2' } })
  })
  it('asks to sign in again if another tab signed out while there are unsaved edits', () => {
    const local = createStorage()
    const thisTab = createSessionStore({ local, session: createStorage() })
    const otherTab = createSessionStore({ local, session: createStorage() })
    thisTab.signIn({ token: 'token', user: USER })
    otherTab.syncWithStorage(false)
    otherTab.signOut()
    thisTab.syncWithStorage(true)
    expect(thisTab.get()).toEqual({ user: USER, token: null, ending: 'signed-out', pendingSignIn: null })
    otherTab.signIn({ token: 'new', user: USER })
    thisTab.syncWithStorage(true)
    expect(thisTab.get()).toEqual({ user: USER, token: 'new', ending: null, pendingSignIn: null })
  })
  describe('a sign-in of another user over unsaved edits', () => {
    const OTHER_USER: User = { ...USER, _id: 'u2', name: '李四' }

    it('waits for a confirmation, and rejects calls of the first user', async () => {
      const local = createStorage()
      const store = createSessionStore({ local, session: createStorage() })
      store.signIn({ token: 'old', user: USER })
      const rejection = store.rejectToken(store.get(), true)
      store.signIn({ token: 'token-of-other', user: OTHER_USER })
      expect(store.get()).toEqual({
        user: USER,
        token: null,
        ending: 'expired',
        pendingSignIn: { token: 'token-of-other', user: OTHER_USER },
      })
      expect(local.stored.size).toBe(0)
      store.acceptPendingSignIn()
      await expect(rejection).rejects.toMatchObject({ name: 'AbortError' })
      expect(store.get()).toEqual({ user: OTHER_USER, token: 'token-of-other', ending: null, pendingSignIn: null })
    })

    it('asks for the first user again if the sign-in is rejected', async () => {
      const store = createSessionStore({ local: createStorage(), session: createStorage() })
      store.signIn({ token: 'old', user: USER })
      const rejection = store.rejectToken(store.get(), true)
      store.signIn({ token: 'token-of-other', user: OTHER_USER })
      store.rejectPendingSignIn()
      store.signIn({ token: 'new', user: USER })
      await expect(rejection).resolves.toBe(true)
      expect(store.get()).toEqual({ user: USER, token: 'new', ending: null, pendingSignIn: null })
    })

    it('waits for a confirmation if the sign-in happened in another tab', () => {
      const local = createStorage()
      const thisTab = createSessionStore({ local, session: createStorage() })
      const otherTab = createSessionStore({ local, session: createStorage() })
      thisTab.signIn({ token: 'token', user: USER })
      otherTab.signIn({ token: 'token-of-other', user: OTHER_USER })
      thisTab.syncWithStorage(true)
      expect(thisTab.get()).toMatchObject({ user: USER, token: null, pendingSignIn: { token: 'token-of-other' } })
      thisTab.acceptPendingSignIn()
      expect(thisTab.get()).toMatchObject({ user: OTHER_USER, token: 'token-of-other' })
    })

    it('needs no confirmation without unsaved edits', () => {
      const local = createStorage()
      const thisTab = createSessionStore({ local, session: createStorage() })
      thisTab.signIn({ token: 'token', user: USER })
      createSessionStore({ local, session: createStorage() }).signIn({ token: 'token-of-other', user: OTHER_USER })
      thisTab.syncWithStorage(false)
      expect(thisTab.get()).toEqual({
        user: OTHER_USER,
        token: 'token-of-other',
        ending: null,
        pendingSignIn: null,
      })
    })
  })

  it('works if storage is blocked', () => {
    const throwError = () => {
      throw new Error('storage is blocked')
    }
    const blockedStorage = { getItem: throwError, setItem: throwError, removeItem: throwError }
    const store = createSessionStore({ local: blockedStorage, session: blockedStorage })
    store.signIn({ token: 'token', user: USER })
    expect(store.getToken()).toBe('token')
  })
})
