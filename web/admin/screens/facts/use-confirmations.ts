import { useRef, useState } from 'react'
import type { StaleFact } from '#contracts/facts/fact-review.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isCallError, toErrorMessage } from '../../../shared/call-error.ts'
import { confirmFact, withdrawConfirmation } from './fact-review-calls.ts'

/** The confirmation of a listed fact since the list was loaded, or the failure of the last request. */
export type ConfirmationState =
  | { status: 'confirming' | 'withdrawing' }
  | { status: 'confirmed'; readAt: string }
  | { status: 'failed'; message: string; isStale: boolean }

/**
 * Confirms facts and withdraws confirmations. Requests are sent one after the other, since each increments the version
 * of its product, which the next request must send. `loadedAt` is the time at which the list was loaded: confirmed facts
 * stay in their rows until it is loaded again.
 */
export function useConfirmations(loadedAt: number) {
  const [states, setStates] = useState<ReadonlyMap<string, ConfirmationState>>(new Map())
  /** The confirmed facts, most recent last. */
  const [confirmedFacts, setConfirmedFacts] = useState<readonly StaleFact[]>([])
  const [lastLoadedAt, setLastLoadedAt] = useState(loadedAt)
  if (loadedAt !== lastLoadedAt) {
    setLastLoadedAt(loadedAt)
    setStates(new Map())
    setConfirmedFacts([])
  }
  /** The versions after this list's requests, by product id; the list itself has the version when it was loaded. */
  const versions = useRef(new Map<string, number>())
  const queue = useRef(Promise.resolve())

  const setState = (id: string, state: ConfirmationState | undefined) =>
    setStates((current) => {
      const next = new Map(current)
      if (state) next.set(id, state)
      else next.delete(id)
      return next
    })

  const getVersion = ({ product, version }: StaleFact) => Math.max(version, versions.current.get(product.id) ?? 0)

  /** Sends a request after the running ones. `onSuccess` is called if it succeeds. */
  function enqueue(fact: StaleFact, send: (version: number) => Promise<{ version: number }>, onSuccess: () => void) {
    queue.current = queue.current.then(async () => {
      try {
        const { version } = await send(getVersion(fact))
        versions.current.set(fact.product.id, version)
        onSuccess()
      } catch (error) {
        const isStale = isCallError(error) && error.status === 412
        setState(fact.id, {
          status: 'failed',
          message: toErrorMessage(error, ADMIN_MESSAGES.actionFailed),
          isStale,
        })
      }
    })
  }

  function withdraw(fact: StaleFact): void {
    setConfirmedFacts((current) => current.filter(({ id }) => id !== fact.id))
    setState(fact.id, { status: 'withdrawing' })
    enqueue(
      fact,
      (version) => withdrawConfirmation(fact.id, version),
      () => setState(fact.id, undefined),
    )
  }

  return {
    states,

    /** Returns whether a fact is confirmed, or its confirmation is being sent. */
    isConfirmed({ id }: StaleFact): boolean {
      const status = states.get(id)?.status
      return status === 'confirming' || status === 'confirmed'
    },

    confirm(fact: StaleFact): void {
      const state = states.get(fact.id)
      const canConfirm = state === undefined || state.status === 'failed'
      if (!canConfirm) return
      setState(fact.id, { status: 'confirming' })
      enqueue(
        fact,
        async (version) => {
          const reply = await confirmFact(fact.id, version)
          setState(fact.id, { status: 'confirmed', readAt: reply.data.readAt ?? '' })
          return reply
        },
        () => setConfirmedFacts((current) => [...current, fact]),
      )
    },

    withdraw,

    /** Withdraws the last confirmation. Returns its fact; `undefined` if nothing was confirmed. */
    withdrawLast(): StaleFact | undefined {
      const lastFact = confirmedFacts.at(-1)
      if (lastFact) withdraw(lastFact)
      return lastFact
    },
  }
}

export type Confirmations = ReturnType<typeof useConfirmations>

/**
 * Returns the message for a fact that can't be confirmed: an expired certificate needs a new expiry date, or has to be
 * removed. Returns `undefined` if the fact can be confirmed.
 */
export const findConfirmationError = ({ staleReason }: StaleFact): string | undefined =>
  staleReason === 'ended' ? FACT_MESSAGES.confirmEnded : undefined
