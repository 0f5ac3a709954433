/** Why a provider didn't prove who somebody is. */
export type ProviderFailure =
  | 'unreachable'
  /** Its answer isn't valid, or isn't the one to this sign-in. */
  | 'rejected'
  /** The person has cancelled it there. */
  | 'cancelled'
  /** It reports an error, whose code is `detail`. */
  | 'refused'
  /** It doesn't accept the client or its secret. */
  | 'misconfigured'

/** A sign-in that a provider hasn't proved. `detail` is for the log, but for `refused`. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly failure: ProviderFailure
  readonly detail: string

  constructor(failure: ProviderFailure, detail = '') {
    super(`${failure}: ${detail}`)
    this.failure = failure
    this.detail = detail
  }
}
