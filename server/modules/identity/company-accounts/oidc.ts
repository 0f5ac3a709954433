import type * as Client from 'openid-client'
import { emailAddress } from '#contracts/email-address.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { type Adapter, assertAnswered, type Ceremony, type Proof, type ProviderClient } from './adapter.ts'
import { ProviderError } from './provider-error.ts'

/** A server that nobody signs in to by OpenID Connect doesn't load the library. */
const load = () => import('openid-client')

/** Signed with the provider's keys, never with the client's secret or not at all. */
const SCOPE = 'openid email profile'
const AddressSchema = emailAddress('', '')

/** RFC 8176: several factors were used. */
const SEVERAL_FACTORS = 'mfa'

/** Finds the provider's addresses and keys, anew each time, so that changed ones hold at once on every node. */
async function discover(client: ProviderClient): Promise<[typeof Client, Client.Configuration]> {
  const { issuer, clientId, secret, fetch } = client
  const library = await load()
  const [post, basic] = [library.ClientSecretPost(secret), library.ClientSecretBasic(secret)]
  const options: Client.DiscoveryRequestOptions = {
    [library.customFetch]: (url, request) => fetch(url, request),
    execute: [
      // The signature counts, not only the connection on which the token came.
      library.enableNonRepudiationChecks,
      // The sender allows unencrypted requests to hosts of the own network alone, which the operator lists.
      ...(issuer.startsWith('http:') ? [library.allowInsecureRequests] : []),
    ],
  }
  // Without a list, the specification's default holds: HTTP Basic.
  const authenticate: Client.ClientAuth = (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(server, ...rest)
  try {
    return [library, await library.discovery(new URL(issuer), clientId, undefined, authenticate, options)]
  } catch (error) {
    throw toProviderError(error)
  }
}

/** What the provider itself throws stays; anything else is an answer that isn't valid. */
function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (!(error instanceof Error)) return new ProviderError('rejected', String(error))
  if (error.cause instanceof ProviderError) return error.cause
  const code = 'error' in error && typeof error.error === 'string' ? error.error : ''
  if (code === 'invalid_client' || code === 'unauthorized_client') return new ProviderError('misconfigured', code)
  return new ProviderError('rejected', `${error.message} ${code}`.trim())
}

const listTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string' && item !== '')

/**
 * Returns the address that claims call verified themselves; those of another place say nothing about it. One that isn't
 * written as here, such as with letters of full width, could be that of somebody else.
 */
function findVerifiedAddress(claims: Readonly<Record<string, unknown>>): string | undefined {
  const [email] = listTexts(claims.email)
  const { data } = AddressSchema.safeParse(email)
  return claims.email_verified === true && data?.split('@')[0] === email?.split('@')[0] ? data : undefined
}

/**
 * Returns the values of the claim that gives roles; `null` if the provider says that it has cut the claim. Entra ID says so of
 * somebody's groups by `_claim_names` (OpenID Connect Core 1.0, section 5.6.2), or by `hasgroups`.
 */
function readRoleValues(
  claims: Readonly<Record<string, unknown>>,
  { roleClaim }: Pick<ProviderClient, 'roleClaim'>,
): string[] | null {
  const names = claims._claim_names
  const isCut = (isObject(names) && roleClaim in names) || (roleClaim === 'groups' && claims.hasgroups === true)
  return isCut ? null : listTexts(claims[roleClaim])
}

/** Returns whether a browser may go to an address: one could be a script. */
const isWebAddress = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '')

/** OpenID Connect: authorization code flow with PKCE, `state` and `nonce`; accounts are keyed by `iss` and `sub`. */
export const oidcAdapter: Adapter = {
  getIssuer: ({ issuer }) => issuer,

  async createUrl(client, { redirectUri, state, nonce, verifier }) {
    const [library, config] = await discover(client)
    const parameters = {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(client.acrValues.length > 0 && { acr_values: client.acrValues.join(' ') }),
    }
    if (!isWebAddress(config.serverMetadata().authorization_endpoint ?? ''))
      throw new ProviderError('rejected', 'the address of the sign-in is not a web address')
    return library.buildAuthorizationUrl(config, parameters).href
  },

  async redeem(client, answer, ceremony) {
    assertAnswered(answer)
    const [library, config] = await discover(client)
    try {
      return await readProof(library, config, { client, answer, ceremony })
    } catch (error) {
      throw toProviderError(error)
    }
  },

  async test(client) {
    await discover(client)
  },
}

type Redemption = { client: ProviderClient; answer: URLSearchParams; ceremony: Ceremony }

/** The library checks signature, issuer, audience, times, `nonce` and `state`. */
async function readProof(
  library: typeof Client,
  config: Client.Configuration,
  { client, answer, ceremony }: Redemption,
): Promise<Proof> {
  const currentUrl = new URL(ceremony.redirectUri)
  currentUrl.search = answer.toString()
  const tokens = await library.authorizationCodeGrant(config, currentUrl, {
    pkceCodeVerifier: ceremony.verifier,
    expectedNonce: ceremony.nonce,
    expectedState: ceremony.state,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new ProviderError('rejected', 'no ID token')
  // Many providers put the address and the groups there alone.
  const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined
  const more = hasUserInfo ? await library.fetchUserInfo(config, tokens.access_token, claims.sub) : {}
  const all: Record<string, unknown> = { ...more, ...claims }
  const email = findVerifiedAddress(claims) ?? findVerifiedAddress(more)
  const [name = email ?? claims.sub] = listTexts(all.name ?? all.preferred_username)
  const idToken = tokens.id_token ?? ''
  const isSignOutOffered = idToken !== '' && isWebAddress(config.serverMetadata().end_session_endpoint ?? '')
  return {
    subject: claims.sub,
    name,
    email: email ?? null,
    // Only what is signed: `amr` and `acr` of the ID token.
    hasSecondFactor:
      listTexts(claims.amr).includes(SEVERAL_FACTORS) ||
      (typeof claims.acr === 'string' && client.acrValues.includes(claims.acr)),
    roleValues: readRoleValues(all, client),
    createSignOutUrl: isSignOutOffered
      ? (returnUrl) => {
          const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnUrl }
          return library.buildEndSessionUrl(config, parameters).href
        }
      : null,
  }
}
