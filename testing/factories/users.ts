import type { SignedIn, User } from '#contracts/identity/account.ts'
import type { Role } from '#contracts/vocabulary.ts'
import type { NewUser } from '#server/modules/identity/service.ts'
import type { TestApp } from '../test-app.ts'

/** A caller with all permissions, for tests that call services. */
export const SUPER_ADMIN = { id: 'super-admin', role: 'super_admin' } as const

export const PASSWORD = 'correct horse'

/** Creates an active member with `PASSWORD`; `fields` override the defaults. */
export const createUser = ({ services }: TestApp, fields: Partial<NewUser> & { email: string }): Promise<User> =>
  services.identity.create({
    name: '张三',
    password: PASSWORD,
    role: 'member',
    status: 'active',
    company: '',
    position: '',
    phone: '',
    ...fields,
  })

/** Signs in by the login call. Throws if that fails. */
export async function signIn({ server }: TestApp, email: string, password = PASSWORD): Promise<SignedIn> {
  const reply = await server.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  if (reply.statusCode !== 200) throw new Error(`${email} could not sign in: ${reply.body}`)
  return reply.json()
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Creates an active user with a role and signs in. */
export async function createSignedInUser(app: TestApp, role: Role, name: string = role): Promise<Caller> {
  const { email } = await createUser(app, { email: `${name}@example.com`, name, role })
  return toCaller(await signIn(app, email))
}

/** Returns the signed-in user with the headers of their calls. */
export const toCaller = ({ user, token }: SignedIn): Caller => ({
  id: user._id,
  name: user.name,
  role: user.role,
  headers: bearer(token),
})
export type Caller = { id: string; name: string; role: Role; headers: { authorization: string } }
