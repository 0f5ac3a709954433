import { expect, it } from 'vitest'
import type { User } from '#contracts/identity/account.ts'
import { createSessionStore } from './session-store.ts'
import { createUserRefresh } from './user-refresh.ts'

const EDITOR: User = {
  _id: 'u1',
  username: 'bo',
  name: 'Bo',
  email: 'bo@zhijian.test',
  role: 'editor',
  status: 'active',
  company: '',
  position: '',
  phone: '',
  createdAt: '2026-11-21T02:00:00.000Z',
  lastLogin: null,
  mustChangePassword: false,
}
const VIEWER: User = { ...EDITOR, role: 'viewer' }

/** Creates a session of the editor, and a refresh whose replies the test sends. */
function createRefresh() {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  const session = createSessionStore({ local: storage, session: storage })
  session.signIn({ token: 'token', user: EDITOR })
  const replies: PromiseWithResolvers<User>[] = []
  const refresh = createUserRefresh(session, () => {
    const reply = Promise.withResolvers<User>()
    replies.push(reply)
    return reply.promise
  })
  return { session, replies, refresh }
}

it('replaces the user by one request for several calls, and by another one later', async () => {
  const { session, replies, refresh } = createRefresh()
  const refreshes = [refresh(), refresh()]
  replies[0]?.resolve(VIEWER)
  await Promise.all(refreshes)
  expect(replies).toHaveLength(1)
  expect(session.get().user?.role).toBe('viewer')
  const later = refresh()
  replies[1]?.resolve(EDITOR)
  await later
  expect(replies).toHaveLength(2)
  expect(session.get().user?.role).toBe('editor')
})

it('ignores a reply that arrives after a sign-out', async () => {
  const { session, replies, refresh } = createRefresh()
  const refreshing = refresh()
  session.signOut()
  replies[0]?.resolve(VIEWER)
  await refreshing
  expect(session.get().user).toBeNull()
})

it('leaves the user unchanged if the request fails', async () => {
  const { session, replies, refresh } = createRefresh()
  const refreshing = refresh()
  replies[0]?.reject(new Error('network'))
  await refreshing
  expect(session.get().user).toEqual(EDITOR)
})
