import type { SignedIn } from '#contracts/identity/account.ts'
import { PASSKEY_MESSAGES } from '#contracts/identity/passkey-messages.ts'
import type { PasskeyRequest, PasskeySignIn } from '#contracts/identity/passkeys.ts'
import { PASSKEYS } from '#contracts/limits.ts'
import type { SecurityEventService } from '#server/modules/security-events/service.ts'
import type { Client } from '#server/platform/actor.ts'
import { unauthenticated } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type SessionStarts, toAccount } from '../start-session.ts'
import { findUser, type UserRow } from '../store.ts'
import type { PasskeyChallenges } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import { loadWebAuthn, toUserHandle } from './service.ts'
import { findByCredential, type PasskeyRow, recordUse } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  securityEvents: SecurityEventService
  sessionStarts: SessionStarts
  challenges: PasskeyChallenges
  site: { get(): RelyingParty }
}

/** The device has counted less than before: its key may have been copied. */
class CopiedPasskeyError extends Error {
  override name = 'CopiedPasskeyError'
}

/** Creates sign-in by passkey, which needs neither a name nor a second step: the device has checked who holds it. */
export function createPasskeySignIn(dependencies: Dependencies) {
  const { database, clock, securityEvents, sessionStarts, challenges, site } = dependencies

  /** Returns the proof of a valid signature; `undefined` for any other. */
  async function verify(input: PasskeySignIn, passkey: PasskeyRow, challenge: string) {
    const { verifyAuthenticationResponse } = await loadWebAuthn()
    const { id, origin } = site.get()
    const { credentialId, clientData, authenticatorData, signature, userHandle } = input
    const result = await verifyAuthenticationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientData, authenticatorData, signature, userHandle },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      // The library would compare the counter before the signature; `recordUse` does so after it, on whichever node.
      credential: { id: credentialId, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
    }).catch(() => undefined)
    return result?.verified ? result.authenticationInfo : undefined
  }

  /** Says the same whatever is wrong, so that nobody learns which passkeys there are. */
  const createRejection = (user?: UserRow) =>
    unauthenticated(PASSKEY_MESSAGES.rejected, {
      security: { name: 'sign-in-failed', ...(user ? { account: toAccount(user) } : {}) },
    })

  /** Audits a rejected passkey of an account, and tells its owner if the passkey may have been copied. */
  async function reject(user: UserRow, client: Client, { passkey, isCopied }: { passkey: string; isCopied: boolean }) {
    const context = await securityEvents.getAlertContext()
    await database.write(async (transaction) => {
      const detail = isCopied ? `通行密钥“${passkey}”的计数没有增加，可能被复制` : '通行密钥无效'
      await sessionStarts.auditFailure(transaction, user, client, detail)
      if (isCopied)
        await securityEvents.notifyOfCredential(
          transaction,
          { ...user, ip: client.ip },
          { ...context, event: 'passkeyCopied', label: passkey },
        )
    })
    return createRejection(user)
  }

  return {
    /** Returns what the browser needs to ask the device. Throws `conflict` if the site's address permits no passkeys. */
    async beginPasskey(): Promise<PasskeyRequest> {
      const { id } = site.get()
      const { ceremony, challenge } = await challenges.create(null)
      return {
        ceremony,
        options: { rpId: id, challenge, timeout: PASSKEYS.challengeMs, userVerification: 'required' },
      }
    },

    /**
     * Signs in with the device's answer. Throws `unauthenticated` for an expired challenge and for a passkey that is
     * invalid, deleted or copied; `forbidden` for a disabled or pending account.
     */
    async loginPasskey(input: PasskeySignIn, client: Client): Promise<SignedIn> {
      const challenge = await challenges.take(input.ceremony, null, () => unauthenticated(PASSKEY_MESSAGES.expired))
      const passkey = await findByCredential(database.read, input.credentialId)
      const user = passkey && (await findUser(database.read, passkey.userId))
      if (!user || input.userHandle !== toUserHandle(user.id)) throw createRejection()
      const proof = await verify(input, passkey, challenge)
      if (!proof) throw await reject(user, client, { passkey: passkey.name, isCopied: false })
      const use = {
        id: passkey.id,
        counter: proof.newCounter,
        isSynced: proof.credentialBackedUp,
        at: timestamp(clock),
      }
      try {
        return await sessionStarts.start(user, {
          client,
          deviceToken: input.deviceToken,
          method: 'passkey',
          detail: '通行密钥',
          async inTransaction({ db }) {
            if (!(await recordUse(db, use))) throw new CopiedPasskeyError()
          },
        })
      } catch (error) {
        if (!(error instanceof CopiedPasskeyError)) throw error
        throw await reject(user, client, { passkey: passkey.name, isCopied: true })
      }
    },
  }
}
