import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SignedIn } from '#contracts/identity/account.ts'
import type { CallError } from '../call-error.ts'
import { useExclusive } from '../use-exclusive.ts'
import { canUsePasskeys } from './can-use-passkeys.ts'

type Handlers = { onSignedIn: (reply: SignedIn) => void; onFailed: (error: CallError) => void }
type Offer = ReturnType<typeof import('./passkey-ceremonies.ts')['createPasskeyOffer']>

/**
 * Offers passkeys while a sign-in form is shown: among the browser's suggestions for the field with
 * `autocomplete="username webauthn"`, and by the returned function, for a button. Loads what it needs only then.
 */
export function usePasskeySignIn({ onSignedIn, onFailed }: Handlers) {
  const [isAvailable] = useState(canUsePasskeys)
  const [isBusy, setIsBusy] = useState(false)
  const offer = useRef<Promise<Offer>>(undefined)
  const handleSignedIn = useEffectEvent(onSignedIn)
  const handleFailed = useEffectEvent(onFailed)

  useEffect(() => {
    if (!isAvailable) return
    let isShown = true
    const loading = import('./passkey-ceremonies.ts').then(({ createPasskeyOffer }) =>
      createPasskeyOffer({
        onSignedIn: (reply) => handleSignedIn(reply),
        onFailed: (error) => handleFailed(error),
      }),
    )
    offer.current = loading
    // If the script can't be loaded, the button says so.
    loading.then((loaded) => (isShown ? loaded.offerInAutofill() : undefined)).catch(() => undefined)
    return () => {
      isShown = false
      loading.then((loaded) => loaded.stop()).catch(() => undefined)
    }
  }, [isAvailable])

  const signIn = useExclusive(async () => {
    setIsBusy(true)
    try {
      await (await offer.current)?.signIn()
    } catch {
      onFailed({ status: 0, message: '' })
    } finally {
      setIsBusy(false)
    }
  })
  return { isAvailable, isBusy, signIn }
}
