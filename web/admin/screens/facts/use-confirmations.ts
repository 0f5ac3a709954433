import { useRef, useState } from 'react'
import type { FactConfirmation } from '#contracts/facts/fact.ts'
import type { StaleFact } from '#contracts/facts/fact-review.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isCallError, toErrorMessage } from '../../../shared/call-error.ts'
import { callAdmin } from '../../calls/call.ts'

/** Confirms a fact. Throws a `CallError` with status 412 if the product's facts have a newer version. */
const confirmFact = (id: string, version: number, body: FactConfirmation = {}) =>
  callAdmin(factReviewCalls.confirm, { params: { id }, body, version })

const withdrawConfirmation = (id: string, version: number) =>
  callAdmin(factReviewCalls.withdrawConfirmation, { params: { id }, version })

/** What happened to a fact since the list was loaded. `isConflict`: somebody else has changed the product. */
export type ConfirmationState =
  | { status: 'confirming' | 'withdrawing' }
  | { status: 'confirmed'; readAt: string }
  | { status: 'failed'; message: string; isConflict: boolean }

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
  /** The version of each product after the last request, newer than that in the list. */
  const latestVersions = useRef(new Map<string, number>())
  const queue = useRef(Promise.resolve())

  const setFactState = (id: string, state: ConfirmationState | undefined) =>
    setStates((current) => {
      const next = new Map(current)
      if (state) next.set(id, state)
      else next.delete(id)
      return next
    })

  const getVersion = ({ product, version }: StaleFact) => Math.max(version, latestVersions.current.get(product.id) ?? 0)

  /** Sends a request after the running ones. `onSuccess` is called with the reply if it succeeds. */
  function enqueue<Reply extends { version: number }>(
    fact: StaleFact,
    send: (version: number) => Promise<Reply>,
    onSuccess: (reply: Reply) => void,
  ) {
    queue.current = queue.current.then(async () => {
      try {
        const reply = await send(getVersion(fact))
        latestVersions.current.set(fact.product.id, reply.version)
        onSuccess(reply)
      } catch (error) {
        const isConflict = isCallError(error) && error.status === 412
        const message = toErrorMessage(error, ADMIN_MESSAGES.actionFailed)
        setFactState(fact.id, { status: 'failed', message, isConflict })
      }
    })
  }

  function withdraw(fact: StaleFact): void {
    setConfirmedFacts((current) => current.filter(({ id }) => id !== fact.id))
    setFactState(fact.id, { status: 'withdrawing' })
    enqueue(
      fact,
      (version) => withdrawConfirmation(fact.id, version),
      () => setFactState(fact.id, undefined),
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
      setFactState(fact.id, { status: 'confirming' })
      enqueue(
        fact,
        (version) => confirmFact(fact.id, version),
        ({ data }) => {
          setFactState(fact.id, { status: 'confirmed', readAt: data.readAt ?? '' })
          setConfirmedFacts((current) => [...current, fact])
        },
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
