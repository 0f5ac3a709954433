/** An identity provider that answers as a test says, also wrongly: OpenID Connect with PKCE and signed ID tokens. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { json, type Respond, startAgent } from './agent-server.ts'

export const CLIENT_ID = 'zhijian'
export const CLIENT_SECRET = 'a secret of the client'

type Claims = Readonly<Record<string, unknown>>

/** How the provider departs from what is right. */
type Behaviour = {
  /** Replaces or adds claims of the ID token; `undefined` leaves one out. */
  claims?: Claims
  userInfo?: Claims
  /** Replaces what the provider says of itself. */
  metadata?: Claims
  /** Answers every request itself. */
  respond?: Respond | undefined
  /** Signs with a key that isn't published. */
  hasWrongKey?: boolean
}

/** What the provider remembers of a code. */
type Grant = { nonce: string; challenge: string; redirectUri: string; clientId: string }

const encode = (value: object | Buffer) =>
  (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString('base64url')

const createKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { id: randomUUID(), privateKey, jwk: publicKey.export({ format: 'jwk' }) }
}

function signToken(claims: Claims, key: { id: string; privateKey: KeyObject }): string {
  const content = `${encode({ alg: 'RS256', kid: key.id, typ: 'JWT' })}.${encode(claims)}`
  return `${content}.${encode(createSign('RSA-SHA256').update(content).sign(key.privateKey))}`
}

/** Starts the provider. The caller stops it. */
export async function startIdentityProvider() {
  let behaviour: Behaviour = {}
  let key = createKey()
  const grants = new Map<string, Grant>()

  const server = await startAgent(async (reply, request, index) => {
    if (behaviour.respond) return behaviour.respond(reply, request, index)
    const send = (value: unknown, status = 200) => json(value, status)(reply, request, index)
    const { pathname } = new URL(request.path, server.url)
    if (pathname === '/.well-known/openid-configuration') return send({ ...describe(), ...behaviour.metadata })
    if (pathname === '/jwks') return send({ keys: [{ ...key.jwk, kid: key.id, use: 'sig', alg: 'RS256' }] })
    if (pathname === '/userinfo') return send({ sub: currentSubject(), ...behaviour.userInfo })
    if (pathname !== '/token') return send({}, 404)
    const form = new URLSearchParams(request.body)
    if (form.get('client_secret') !== CLIENT_SECRET) return send({ error: 'invalid_client' }, 401)
    const grant = takeGrant(form)
    return grant ? send(createTokens(grant)) : send({ error: 'invalid_grant' }, 400)
  })

  /** Uses a code up. Returns what was granted to the client that began, and proves that by the verifier. */
  function takeGrant(form: URLSearchParams): Grant | undefined {
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    return grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri') ? grant : undefined
  }

  const createTokens = (grant: Grant) => ({
    access_token: randomUUID(),
    token_type: 'Bearer',
    expires_in: 60,
    id_token: signToken(buildClaims(grant), behaviour.hasWrongKey ? { ...createKey(), id: key.id } : key),
  })

  const currentSubject = () => String(behaviour.claims?.sub ?? 'subject')

  const describe = () => ({
    issuer: server.url,
    authorization_endpoint: `${server.url}/authorize`,
    token_endpoint: `${server.url}/token`,
    jwks_uri: `${server.url}/jwks`,
    userinfo_endpoint: `${server.url}/userinfo`,
    end_session_endpoint: `${server.url}/sign-out`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    authorization_response_iss_parameter_supported: true,
  })

  function buildClaims({ nonce, clientId }: Grant): Claims {
    const now = Math.floor(Date.now() / 1000)
    return {
      iss: server.url,
      sub: 'subject',
      aud: clientId,
      iat: now,
      exp: now + 60,
      nonce,
      ...behaviour.claims,
    }
  }

  return {
    issuer: server.url,
    requests: server.requests,
    stop: server.stop,

    /** Departs from what is right, until it is called again. */
    behave(next: Behaviour): void {
      behaviour = next
    },

    /** Replaces the signing key. */
    changeKey(): void {
      key = createKey()
    },

    /** Signs a person in at the address to which the browser was sent. Returns the query with which it comes back. */
    authorize(url: string): string {
      const { searchParams } = new URL(url)
      const read = (name: string) => searchParams.get(name) ?? ''
      const code = randomUUID()
      grants.set(code, {
        nonce: read('nonce'),
        challenge: read('code_challenge'),
        redirectUri: read('redirect_uri'),
        clientId: read('client_id'),
      })
      return new URLSearchParams({ code, state: read('state'), iss: server.url }).toString()
    },
  }
}
