import { useState } from 'react'
import { useSession } from '../../session/session.ts'
import { login } from '../../session/sign-in.ts'

/**
 * Signs in with a password that was just entered for a mailed link, by the ordinary sign-in with its limits and its
 * second factor. A visitor who is signed in already stays so. If it fails, the page offers to sign in.
 */
export function useSignInAfterwards() {
  const { user } = useSession()
  const [challenge, setChallenge] = useState<string | null>(null)
  return {
    /** The challenge of the second step; `null` if none is required. */
    challenge,
    endChallenge: () => setChallenge(null),

    async signIn(email: string, password: string): Promise<void> {
      if (user) return
      const { result } = await login({ email, password })
      setChallenge(result ?? null)
    },
  }
}
