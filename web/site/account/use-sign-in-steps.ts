import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { getSession, useSession } from '../session/session.ts'
import { dismissExpiredSession } from '../session/session-changes.ts'
import { rejectPendingSignIn } from '../session/sign-in.ts'
import type { MailRequest } from './mail-request-form.tsx'

/** What the dialog begins with; the purpose of a mail begins with the form that requests that mail. */
export type SignInEntry = 'sign-in' | MailRequest['purpose']

export type SignInStep =
  | { name: 'sign-in' | 'register' | 'change-password' }
  | { name: 'other-user'; pendingName: string }
  | { name: 'mail-request'; request: MailRequest }
  | { name: 'verify-email'; email: string }

export type SignInStepsOptions = {
  /** `null` if the dialog is closed. */
  entry: SignInEntry | null
  /** Called after signing in, with the message that confirms it. */
  onDone: (message: string) => void
  onClose: () => void
}

/** Returns the current step of the sign-in dialog, and what leads to the other steps and out of the dialog. */
export function useSignInSteps({ entry, onDone, onClose }: SignInStepsOptions) {
  const [selectedStep, setSelectedStep] = useState<SignInStep | null>(null)
  const { pendingSignIn } = useSession()
  const client = useQueryClient()
  const step: SignInStep = pendingSignIn
    ? { name: 'other-user', pendingName: pendingSignIn.user.name }
    : (selectedStep ?? getFirstStep(entry))

  function finish(message: string) {
    setSelectedStep(null)
    onDone(message)
  }

  return {
    step,
    setStep: setSelectedStep,
    finish,

    close() {
      rejectPendingSignIn()
      // Closing the dialog gives up what is on the page of a user whose session has expired.
      dismissExpiredSession()
      onClose()
      // A registration is resumed when the dialog is reopened; other steps start over.
      if (step.name !== 'register') setSelectedStep(null)
    },

    handleSignedIn() {
      // The next render asks whether to continue as the other user.
      if (getSession().pendingSignIn) return
      // Queries that failed without a valid session can succeed now.
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      if (getSession().user?.mustChangePassword) setSelectedStep({ name: 'change-password' })
      else finish(SITE_MESSAGES.loginSucceeded)
    },

    handleRegistered() {
      if (!getSession().pendingSignIn) finish(SITE_MESSAGES.registerSucceeded)
    },
  }
}

function getFirstStep(entry: SignInEntry | null): SignInStep {
  if (entry === null || entry === 'sign-in') return { name: 'sign-in' }
  return { name: 'mail-request', request: { purpose: entry, email: '' } }
}
