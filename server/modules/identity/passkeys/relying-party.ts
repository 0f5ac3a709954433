import { isIP } from 'node:net'
import { PASSKEY_MESSAGES } from '#contracts/identity/passkey-messages.ts'
import { conflict } from '#server/platform/app-error.ts'

/** The site as browsers know it: they refuse a signature for another site, which is what stops phishing. */
export type RelyingParty = { id: string; origin: string }

/** Creates the site's identity for passkeys from its public address. Browsers accept domains only, no IP addresses. */
export function createRelyingParty(publicUrl: string) {
  const url = URL.parse(publicUrl)
  const isDomain = url !== null && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0
  const party: RelyingParty | undefined = isDomain ? { id: url.hostname, origin: url.origin } : undefined
  return {
    isAvailable: party !== undefined,

    /** Returns the site's identity. Throws `conflict` if passkeys can't be used at its address. */
    get(): RelyingParty {
      if (!party) throw conflict(PASSKEY_MESSAGES.unavailable)
      return party
    },
  }
}
