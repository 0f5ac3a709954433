/** What the browser and the device do with passkeys. Loaded only where somebody may use one. */
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { MINUTE_MS } from '#contracts/durations.ts'
import type { Credentials, SignedIn } from '#contracts/identity/account.ts'
import { passkeyCalls } from '#contracts/identity/passkey-calls.ts'
import { PASSKEY_TEXTS } from '#contracts/identity/passkey-messages.ts'
import { PASSKEYS } from '#contracts/limits.ts'
import { type CallFunction, call as callServer } from '../call.ts'
import { type CallError, isCallError } from '../call-error.ts'
import { readDeviceToken, storeDeviceToken } from './device-token.ts'

/** The challenge of an open sign-in form is renewed before it expires. */
const RENEWAL_MS = PASSKEYS.challengeMs - MINUTE_MS

const isAborted = (error: unknown): boolean => error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED'

/** Says why the browser or the device refused. */
function describeFailure(error: unknown): string {
  if (!(error instanceof WebAuthnError)) return PASSKEY_TEXTS.cancelled
  switch (error.code) {
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return PASSKEY_TEXTS.alreadyOnDevice
    case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
    case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
    case 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG':
      return PASSKEY_TEXTS.noDevice
    case 'ERROR_INVALID_DOMAIN':
    case 'ERROR_INVALID_RP_ID':
      return PASSKEY_TEXTS.wrongAddress
    default:
      return PASSKEY_TEXTS.cancelled
  }
}

/** Throws a refusal of the browser as the error of a call, whose message forms show. */
function throwFailure(error: unknown): never {
  throw isCallError(error) ? error : ({ status: 400, message: describeFailure(error) } satisfies CallError)
}

/** Confirms the user's identity, has the device create a passkey, and adds it. Throws a `CallError`. */
export async function createPasskey(call: CallFunction, credentials: Credentials, name: string) {
  const { ceremony, options } = (await call(passkeyCalls.begin, { body: credentials })).data
  const answer = await startRegistration({ optionsJSON: options }).catch(throwFailure)
  const { id, response } = answer
  const known = options.excludeCredentials.length
  return call(passkeyCalls.add, {
    body: {
      ceremony,
      name: known === 0 ? name : `${name}（${known + 1}）`,
      credentialId: id,
      clientData: response.clientDataJSON,
      attestation: response.attestationObject,
    },
  })
}

async function requestSignIn(useBrowserAutofill: boolean): Promise<SignedIn> {
  const { ceremony, options } = (await callServer(passkeyCalls.beginSignIn)).data
  const { id, response } = await startAuthentication({ optionsJSON: options, useBrowserAutofill })
  const reply = await callServer(passkeyCalls.signIn, {
    body: {
      ceremony,
      credentialId: id,
      clientData: response.clientDataJSON,
      authenticatorData: response.authenticatorData,
      signature: response.signature,
      userHandle: response.userHandle ?? '',
      deviceToken: readDeviceToken(),
    },
  })
  storeDeviceToken(reply.deviceToken)
  return reply
}

type Handlers = { onSignedIn: (reply: SignedIn) => void; onFailed: (error: CallError) => void }

/** Offers the device's passkeys beside the sign-in fields until it is stopped, and by a button. */
export function createPasskeyOffer({ onSignedIn, onFailed }: Handlers) {
  /** Counts what has been started: the answers of what was started before are ignored. */
  let latest = 0

  /** Waits for a passkey that is chosen from the browser's suggestions. Returns whether to offer them again. */
  async function offerOnce(): Promise<boolean> {
    const current = latest
    const renewal = setTimeout(() => current === latest && WebAuthnAbortService.cancelCeremony(), RENEWAL_MS)
    try {
      const reply = await requestSignIn(true)
      if (current === latest) onSignedIn(reply)
      return false
    } catch (error) {
      if (current !== latest) return false
      if (isAborted(error)) return true
      // A suggestion that the server rejects. Without a connection, the form says so when it is sent.
      if (isCallError(error) && error.status > 0) onFailed(error)
      return false
    } finally {
      clearTimeout(renewal)
    }
  }

  async function offerInAutofill(): Promise<void> {
    latest += 1
    const current = latest
    if (!(await browserSupportsWebAuthnAutofill())) return
    while (current === latest && (await offerOnce()));
  }

  return {
    offerInAutofill,

    /** Asks the device at once, with its own dialog. */
    async signIn(): Promise<void> {
      latest += 1
      const current = latest
      try {
        const reply = await requestSignIn(false)
        if (current === latest) onSignedIn(reply)
      } catch (error) {
        // The form was closed meanwhile.
        if (current !== latest) return
        onFailed(isCallError(error) ? error : { status: 400, message: describeFailure(error) })
        void offerInAutofill()
      }
    },

    stop(): void {
      latest += 1
      WebAuthnAbortService.cancelCeremony()
    },
  }
}
