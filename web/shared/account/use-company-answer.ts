import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SignedIn } from '#contracts/identity/account.ts'
import { companyCalls } from '#contracts/identity/company-calls.ts'
import { COMPANY_MESSAGES } from '#contracts/identity/company-messages.ts'
import type { CallFunction } from '../call.ts'
import { toErrorMessage } from '../call-error.ts'
import { finishSignIn, takePendingFlow } from './company-flow.ts'

/** What the page of the provider's answer shows. */
type AnswerState =
  | { step: 'checking' }
  | { step: 'failed'; message: string; isLink: boolean }
  | { step: 'code'; challenge: string; returnTo: string }
  | { step: 'join'; challenge: string; email: string | null; returnTo: string }

type Options = {
  /** Calls as the signed-in user, who joins a company's account to theirs. */
  callSignedIn: CallFunction
  onSignedIn: (reply: SignedIn, returnTo: string) => void
  onLinked: (message: string) => void
}

/** Completes what began in this tab with the answer in the address, and removes it from there and from the history. */
export function useCompanyAnswer({ callSignedIn, onSignedIn, onLinked }: Options): AnswerState {
  const [state, setState] = useState<AnswerState>({ step: 'checking' })
  const hasBegun = useRef(false)

  const finish = useEffectEvent(async (query: string) => {
    const flow = takePendingFlow()
    if (!flow) return setState({ step: 'failed', message: COMPANY_MESSAGES.expired, isLink: false })
    const { ceremony, isLink } = flow
    try {
      if (isLink) return onLinked((await callSignedIn(companyCalls.finishLink, { body: { ceremony, query } })).message)
      const outcome = await finishSignIn(ceremony, query)
      if (outcome.step === 'signed-in') onSignedIn(outcome.signIn, outcome.returnTo)
      else setState(outcome)
    } catch (error) {
      setState({ step: 'failed', message: toErrorMessage(error, COMPANY_MESSAGES.unreachable), isLink })
    }
  })

  useEffect(() => {
    // Effects run twice in development; the answer can be used once.
    if (hasBegun.current) return
    hasBegun.current = true
    const query = location.search.slice(1)
    history.replaceState(history.state, '', location.pathname)
    void finish(query)
  }, [])
  return state
}
