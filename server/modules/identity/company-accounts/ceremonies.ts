import { COMPANY_MESSAGES as MESSAGES } from '#contracts/identity/company-messages.ts'
import type { CompanyAnswer, CompanyRedirect, SignInArea } from '#contracts/identity/company-sign-in.ts'
import { COMPANY_SIGN_IN, TEXT } from '#contracts/limits.ts'
import { isStorable, toStorableStart } from '#contracts/rules/storable-text.ts'
import { requiredName } from '#contracts/stored-text.ts'
import { AppError, conflict, notFound, unauthenticated } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { createToken } from '#server/platform/token.ts'
import type { Proof } from './adapter.ts'
import { ADAPTERS } from './adapters.ts'
import { getCallback, getStartPath } from './callbacks.ts'
import { ProviderError, type ProviderFailure } from './provider-error.ts'
import type { Providers } from './providers.ts'
import { findProvider, insertFlow, type ProviderRow, takeFlow } from './store.ts'

type Dependencies = { database: Database; clock: Clock; providers: Providers; publicUrl: string }

/** What begins: a sign-in, or, with a session, a link to its user's account. */
type Start = { provider: string; area: SignInArea; returnTo?: string; sessionId: string | null }

/** What a provider has proved, at the end of what began. */
export type Answer = { proof: Proof; provider: ProviderRow; area: SignInArea; returnTo: string }

/** The name of a person whose provider tells none that can be read. */
const UNNAMED = '未命名'

/** Creates the way of a browser to a provider and back, which only that browser can complete, and once. */
export function createCeremonies({ database, clock, providers, publicUrl }: Dependencies) {
  return {
    /** Returns where to go, and what the browser keeps. Throws `notFound`, `conflict`, `unavailable`. */
    async begin({ provider: id, area, returnTo = '', sessionId }: Start): Promise<CompanyRedirect> {
      const provider = await findProvider(database.read, id)
      if (!provider) throw notFound(MESSAGES.unavailable)
      const [state, ceremony, nonce, verifier] = [createToken(), createToken(), createToken(), createToken()]
      const redirectUri = getCallback(publicUrl, area)
      const url = await ADAPTERS[provider.kind]
        .createUrl(providers.toClient(provider), { redirectUri, state, nonce, verifier })
        .catch((error: unknown) => throwAppError(error, conflict))
      const flow = {
        stateHash: sha256(state),
        ceremonyHash: sha256(ceremony),
        providerId: id,
        sessionId,
        area,
        returnTo: returnTo || getStartPath(area),
        nonce,
        verifier,
        expiresAt: new Date(clock.now().getTime() + COMPANY_SIGN_IN.flowMs).toISOString(),
      }
      await database.write(({ db }) => insertFlow(db, flow, timestamp(clock)))
      return { url, ceremony }
    },

    /**
     * Uses up what began in this browser, and asks the provider for the proof. Throws `unauthenticated`, or `conflict` in a
     * session, if it didn't begin here, has expired, was used, or isn't proved; `unavailable` if the provider doesn't answer.
     */
    async finish(
      { ceremony, query }: Pick<CompanyAnswer, 'ceremony' | 'query'>,
      sessionId: string | null,
    ): Promise<Answer> {
      const answer = new URLSearchParams(query)
      const state = answer.get('state') ?? ''
      const now = timestamp(clock)
      const key = { stateHash: sha256(state), ceremonyHash: sha256(ceremony), sessionId, now }
      const flow = await database.write(({ db }) => takeFlow(db, key))
      // A browser that is signed in would take a 401 for the end of its session.
      const createError = sessionId === null ? unauthenticated : conflict
      if (!flow) throw createError(MESSAGES.expired, { security: { name: 'token-rejected' } })
      const { providerId, area, returnTo, nonce, verifier } = flow
      const provider = await findProvider(database.read, providerId)
      if (!provider) throw createError(MESSAGES.unavailable)
      const redirectUri = getCallback(publicUrl, area)
      const proof = await ADAPTERS[provider.kind]
        .redeem(providers.toClient(provider), answer, { redirectUri, state, nonce, verifier })
        .then(toStorable)
        .catch((error: unknown) => throwAppError(error, createError))
      return { proof, provider, area, returnTo }
    },
  }
}

export type Ceremonies = ReturnType<typeof createCeremonies>

const NameSchema = requiredName('')

/** Returns a proof as it can be stored. Throws `ProviderError` for a subject that can't be. */
function toStorable(proof: Proof): Proof {
  const { subject, name } = proof
  if (subject.length > COMPANY_SIGN_IN.maxSubjectLength || !isStorable(subject))
    throw new ProviderError('rejected', 'the subject cannot be stored')
  return { ...proof, name: NameSchema.safeParse(toStorableStart(name, TEXT.word)).data ?? UNNAMED }
}

const FAILURE_MESSAGES: Record<Exclude<ProviderFailure, 'refused' | 'unreachable' | 'misconfigured'>, string> = {
  rejected: MESSAGES.rejected,
  cancelled: MESSAGES.cancelled,
}

/** Says in Chinese what went wrong at a provider, and what to do. */
function throwAppError(error: unknown, createError: typeof conflict): never {
  if (!(error instanceof ProviderError)) throw error
  const { failure, detail } = error
  if (failure === 'unreachable') throw new AppError('unavailable', MESSAGES.unreachable)
  if (failure === 'misconfigured') throw conflict(MESSAGES.misconfigured)
  const message = failure === 'refused' ? MESSAGES.refused(detail) : FAILURE_MESSAGES[failure]
  throw createError(message, failure === 'rejected' ? { security: { name: 'sign-in-failed' } } : {})
}
