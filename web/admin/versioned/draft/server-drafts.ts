import { draftCalls } from '#contracts/drafts/calls.ts'
import { call } from '../../../shared/call.ts'
import { session } from '../../session/session.ts'
import type { ServerDrafts } from './draft-store.ts'

/**
 * Longer drafts are sent without `keepalive`, which lets a request outlive its page: browsers limit its body to 64 KiB,
 * and a character may take three bytes.
 */
const KEEPALIVE_MAX_CHARACTERS = 20_000

/**
 * Returns the storage of a user's drafts on the server. Sends nothing if another user is signed in. A 401 doesn't open
 * the sign-in dialog, since the user didn't trigger the request.
 */
export function createServerDrafts(userId: string): ServerDrafts {
  function requireSignedIn(): void {
    if (!session.getToken() || session.get().user?._id !== userId) throw new DOMException('signed out', 'AbortError')
  }
  return {
    async listIds(subject) {
      requireSignedIn()
      const { data } = await call(draftCalls.list, { query: { subject } })
      return data.map(({ id }) => id)
    },
    async get(id) {
      requireSignedIn()
      return (await call(draftCalls.get, { params: { id } })).data
    },
    async save({ id, ...draft }) {
      requireSignedIn()
      const keepalive = JSON.stringify(draft).length < KEEPALIVE_MAX_CHARACTERS
      await call(draftCalls.save, { params: { id }, body: draft, keepalive })
    },
    async remove(id) {
      requireSignedIn()
      await call(draftCalls.remove, { params: { id }, keepalive: true })
    },
  }
}
