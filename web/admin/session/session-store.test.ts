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

function storage(initial: Record<string, string> = {}) {
  const stored = new Map(Object.entries(initial))
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

describe('the session of the back office', () => {
  it('is stored as auth_token and auth_user, and restored', () => {
    const local = storage()
    createSessionStore({ local, session: storage() }).signIn({ token: 't', user: USER })
    expect([...local.stored.keys()].sort()).toEqual(['auth_token', 'auth_user'])
    expect(createSessionStore({ local, session: storage() }).get()).toEqual({
      token: 't',
      user: USER,
      isExpired: false,
      pendingSignIn: null,
    })
  })
  it.each([[{}], [{ auth_token: 't' }], [{ auth_token: 't', auth_user: '{nonsense' }], [{ auth_user: '{}' }]])(
    'is empty if storage contains %j',
    (stored) => {
      expect(createSessionStore({ local: storage(stored), session: storage() }).get().user).toBeNull()
    },
  )
  it('stores changes of its user', () => {
    const local = storage()
    const store = createSessionStore({ local, session: storage() })
    store.signIn({ token: 't', user: USER })
    store.setUser({ ...USER, name: '新名字' })
    expect(store.get().user?.name).toBe('新名字')
    expect(createSessionStore({ local, session: storage() }).get()).toMatchObject({
      token: 't',
      user: { name: '新名字' },
    })
  })
  it('is cleared by signing out', () => {
    const local = storage()
    const store = createSessionStore({ local, session: storage() })
    store.signIn({ token: 't', user: USER })
    store.signOut()
    expect(local.stored.size).toBe(0)
    expect(store.get()).toEqual({ token: null, user: null, isExpired: false, pendingSignIn: null })
  })
  it('keeps the user on the page after it has expired, and resumes after a sign-in', async () => {
    const store = createSessionStore({ local: storage(), session: storage() })
    store.signIn({ token: 'old', user: USER })
    const waiting = store.rejectToken(store.get(), true)
    expect(store.get()).toEqual({ token: null, user: USER, isExpired: true, pendingSignIn: null })
    store.signIn({ token: 'new', user: USER })
    await expect(waiting).resolves.toBe(true)
    expect(store.token()).toBe('new')
  })
  it('rejects waiting calls on sign-out after it has expired', async () => {
    const store = createSessionStore({ local: storage(), session: storage() })
    store.signIn({ token: 'old', user: USER })
    const waiting = store.rejectToken(store.get(), true)
    store.signOut()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })
  it('signs out if a token is rejected without unsaved edits', async () => {
    const local = storage()
    const store = createSessionStore({ local, session: storage() })
    store.signIn({ token: 'old', user: USER })
    await expect(store.rejectToken(store.get(), false)).resolves.toBe(false)
    expect(store.get().user).toBeNull()
    expect(local.stored.size).toBe(0)
  })
  it.each([true, false])(
    'keeps a newer token if a call with the old one is rejected late (unsaved: %s)',
    async (isUnsaved) => {
      const local = storage()
      const store = createSessionStore({ local, session: storage() })
      store.signIn({ token: 'old', user: USER })
      const used = store.get()
      const waiting = store.rejectToken(used, true)
      store.signIn({ token: 'new', user: USER })
      await expect(waiting).resolves.toBe(true)
      await expect(store.rejectToken(used, isUnsaved)).resolves.toBe(true)
      expect(store.get()).toMatchObject({ token: 'new', isExpired: false })
      expect(local.stored.get('auth_token')).toBe('new')
    },
  )
  it('does not repeat a rejected call as another user', async () => {
    const store = createSessionStore({ local: storage(), session: storage() })
    store.signIn({ token: 'old', user: USER })
    const used = store.get()
    store.signIn({ token: 'theirs', user: { ...USER, _id: 'u2' } })
    await expect(store.rejectToken(used, false)).resolves.toBe(false)
    expect(store.token()).toBe('theirs')
  })
  it('adopts sign-ins and sign-outs of another tab', () => {
    const local = storage()
    const here = createSessionStore({ local, session: storage() })
    const there = createSessionStore({ local, session: storage() })
    there.signIn({ token: 't', user: USER })
    here.syncWithStorage(false)
    expect(here.token()).toBe('t')
    there.signOut()
    here.syncWithStorage(false)
    expect(here.get().user).toBeNull()
  })
  it('asks to sign in again if another tab signed out while there are unsaved edits', () => {
    const local = storage()
    const here = createSessionStore({ local, session: storage() })
    const there = createSessionStore({ local, session: storage() })
    here.signIn({ token: 't', user: USER })
    there.syncWithStorage(false)
    there.signOut()
    here.syncWithStorage(true)
    expect(here.get()).toEqual({ user: USER, token: null, isExpired: true, pendingSignIn: null })
    there.signIn({ token: 'u', user: USER })
    here.syncWithStorage(true)
    expect(here.get()).toEqual({ user: USER, token: 'u', isExpired: false, pendingSignIn: null })
  })
  describe('a sign-in of another user over unsaved edits', () => {
    const OTHER: User = { ...USER, _id: 'u2', name: '李四' }

    it('waits for a confirmation, and rejects calls of the first user', async () => {
      const local = storage()
      const store = createSessionStore({ local, session: storage() })
      store.signIn({ token: 'old', user: USER })
      const waiting = store.rejectToken(store.get(), true)
      store.signIn({ token: 'theirs', user: OTHER })
      expect(store.get()).toEqual({
        user: USER,
        token: null,
        isExpired: true,
        pendingSignIn: { token: 'theirs', user: OTHER },
      })
      expect(local.stored.size).toBe(0)
      store.acceptPendingSignIn()
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
      expect(store.get()).toEqual({ user: OTHER, token: 'theirs', isExpired: false, pendingSignIn: null })
    })

    it('asks for the first user again if it is rejected', async () => {
      const store = createSessionStore({ local: storage(), session: storage() })
      store.signIn({ token: 'old', user: USER })
      const waiting = store.rejectToken(store.get(), true)
      store.signIn({ token: 'theirs', user: OTHER })
      store.rejectPendingSignIn()
      store.signIn({ token: 'new', user: USER })
      await expect(waiting).resolves.toBe(true)
      expect(store.get()).toEqual({ user: USER, token: 'new', isExpired: false, pendingSignIn: null })
    })

    it('waits for a confirmation if it happened in another tab', () => {
      const local = storage()
      const here = createSessionStore({ local, session: storage() })
      const there = createSessionStore({ local, session: storage() })
      here.signIn({ token: 't', user: USER })
      there.signIn({ token: 'theirs', user: OTHER })
      here.syncWithStorage(true)
      expect(here.get()).toMatchObject({ user: USER, token: null, pendingSignIn: { token: 'theirs' } })
      here.acceptPendingSignIn()
      expect(here.get()).toMatchObject({ user: OTHER, token: 'theirs' })
    })

    it('needs no confirmation without unsaved edits', () => {
      const local = storage()
      const here = createSessionStore({ local, session: storage() })
      here.signIn({ token: 't', user: USER })
      createSessionStore({ local, session: storage() }).signIn({ token: 'theirs', user: OTHER })
      here.syncWithStorage(false)
      expect(here.get()).toEqual({ user: OTHER, token: 'theirs', isExpired: false, pendingSignIn: null })
    })
  })

  it('works without storage', () => {
    const refuse = () => {
      throw new Error('refused')
    }
    const blocked = { getItem: refuse, setItem: refuse, removeItem: refuse }
    const store = createSessionStore({ local: blocked, session: blocked })
    store.signIn({ token: 't', user: USER })
    expect(store.token()).toBe('t')
  })
})
