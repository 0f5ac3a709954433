/** Calls that require an administrator: uploads, settings. */
import { z } from 'zod'
import { identityCalls } from '#contracts/identity/calls.ts'
import type { ServerProcess } from '#testing/bench/production-server.ts'
import { createPng } from '#testing/factories/pictures.ts'
import { createMultipart } from '#testing/multipart.ts'

/** Settings with which a server creates its first administrator. */
export const ADMIN = { ADMIN_EMAIL: 'admin@zhijian.test', ADMIN_PASSWORD: 'a-password-for-tests' }

export type Authorized = { authorization: string }

const SessionSchema = z.object({ token: z.string(), user: z.unknown() })

/** Signs in, and returns what a browser keeps of the session. */
export async function signInToStore({ origin }: Pick<ServerProcess, 'origin'>) {
  const reply = await fetch(origin + identityCalls.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
  })
  return SessionSchema.parse(await reply.json())
}

export async function signIn(server: Pick<ServerProcess, 'origin'>): Promise<Authorized> {
  const { token } = await signInToStore(server)
  return { authorization: `Bearer ${token}` }
}

export async function uploadPicture({ origin }: ServerProcess, authorized: Authorized): Promise<Response> {
  const { headers, payload } = createMultipart([
    { field: 'file', name: 'a.png', type: 'image/png', bytes: await createPng() },
  ])
  return fetch(`${origin}/api/upload`, {
    method: 'POST',
    headers: { ...headers, ...authorized },
    body: new Uint8Array(payload),
  })
}
