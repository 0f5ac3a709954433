import type { ProviderSettings } from '#contracts/identity/sign-in-providers.ts'
import { ProviderError } from './provider-error.ts'
import type { ProviderFetch } from './provider-fetch.ts'

/** A provider with its secret, and what asks it. */
export type ProviderClient = ProviderSettings & { secret: string; fetch: ProviderFetch }

/** What belongs to one sign-in; the provider gives back `state`, and an ID token contains `nonce`. */
export type Ceremony = { redirectUri: string; state: string; nonce: string; verifier: string }

/** Who somebody is, by what a provider has proved. */
export type Proof = {
  /** Stable, and never used again for another person. */
  subject: string
  name: string
  /** Only if the provider has verified it. */
  email: string | null
  /** The provider says that the person has shown two factors. */
  hasSecondFactor: boolean
  /**
   * The values of the claim that gives roles; `null` if the provider says that it has cut it, as Entra ID does with the groups of
   * who is in very many: that says nothing about somebody's roles.
   */
  roleValues: string[] | null
  /** Where to sign out at the provider, too, and to come back to an address. */
  createSignOutUrl: ((returnUrl: string) => string | null) | null
}

/** How one kind of provider signs people in. Its functions throw `ProviderError`. */
export type Adapter = {
  /** Returns what accounts of the provider are keyed by, besides their subject. */
  getIssuer(settings: Pick<ProviderSettings, 'issuer' | 'clientId' | 'tenant'>): string
  createUrl(client: ProviderClient, ceremony: Ceremony): Promise<string>
  /** `answer` is the query of the address to which the browser came back. */
  redeem(client: ProviderClient, answer: URLSearchParams, ceremony: Ceremony): Promise<Proof>
  /** Checks that the provider can be reached. */
  test(client: ProviderClient): Promise<void>
}

/** Throws for an answer that reports an error instead of a code (RFC 6749 §4.1.2.1). */
export function assertAnswered(answer: URLSearchParams): void {
  const error = answer.get('error')
  if (error === 'access_denied') throw new ProviderError('cancelled')
  if (error !== null) throw new ProviderError('refused', /^[\w.-]{1,60}$/.test(error) ? error : 'error')
}
