import { useRef, useState } from 'react'
import type { StaleFact } from '#contracts/facts/fact-review.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isCallError, toErrorMessage } from '../../../shared/call-error.ts'
import { confirmFact, withdrawConfirmation } from './review-calls.ts'

/** The outcome of confirming a listed fact since the list was loaded. */
export type Outcome =
  | { status: 'confirming' | 'withdrawing' }
  | { status: 'confirmed'; readAt: string }
  | { status: 'failed'; message: string; isStale: boolean }

/**
 * Confirms facts and undoes confirmations, one at a time: each increments its product's version, which the next request
 * must send. A confirmed fact stays in its row until the list is reloaded, at `loadedAt`.
 */
export function useConfirmations(loadedAt: number) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  /** The confirmed facts, most recent last. */
  const [confirmed, setConfirmed] = useState<readonly StaleFact[]>([])
  const [lastLoadedAt, setLastLoadedAt] = useState(loadedAt)
  if (loadedAt !== lastLoadedAt) {
    setLastLoadedAt(loadedAt)
    setOutcomes(new Map())
    setConfirmed([])
  }
  const versions = useRef(new Map<string, number>())
  const queue = useRef(Promise.resolve())

  const setOutcome = (id: string, outcome: Outcome | undefined) =>
    setOutcomes((before) => {
      const next = new Map(before)
      if (outcome) next.set(id, outcome)
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
        setOutcome(fact.id, {
          status: 'failed',
          message: toErrorMessage(error, ADMIN_MESSAGES.actionFailed),
          isStale,
        })
      }
    })
  }

  return {
    outcomes,

    confirm(fact: StaleFact): void {
      const { status } = outcomes.get(fact.id) ?? {}
      if (status === 'confirming' || status === 'withdrawing' || status === 'confirmed') return
      setOutcome(fact.id, { status: 'confirming' })
      enqueue(
        fact,
        async (version) => {
          const reply = await confirmFact(fact.id, version)
          setOutcome(fact.id, { status: 'confirmed', readAt: reply.data.readAt ?? '' })
          return reply
        },
        () => setConfirmed((current) => [...current, fact]),
      )
    },

    /** Undoes a confirmation, by default the last one. Returns the fact; `undefined` if nothing was confirmed. */
    withdraw(fact: StaleFact | undefined = confirmed.at(-1)): StaleFact | undefined {
      if (!fact) return undefined
      setConfirmed((current) => current.filter(({ id }) => id !== fact.id))
      setOutcome(fact.id, { status: 'withdrawing' })
      enqueue(
        fact,
        (version) => withdrawConfirmation(fact.id, version),
        () => setOutcome(fact.id, undefined),
      )
      return fact
    },
  }
}

/** Returns why a fact can't be confirmed: an expired certificate needs a new expiry date, or has to be removed. */
export const getConfirmBlocker = ({ staleReason }: StaleFact): string | undefined =>
  staleReason === 'ended' ? FACT_MESSAGES.confirmEnded : undefined
