import { useQueryClient } from '@tanstack/react-query'
import { eventCalls } from '#contracts/events/calls.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { dataOf, invalidate, isQueryOf } from '../../../shared/call-query.ts'
import { describeUnanswered } from '../../../shared/unanswered-call.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { useToast } from '../../components/toast.tsx'
import { queryOf } from '../../query-of.ts'
import { useQueries } from '../../site-context.tsx'

/** Returns the query for the registrations of the member `userId`. */
export const ownRegistrationsQuery = (userId: string) => dataOf(queryOf(eventCalls.listOwn, {}, userId))

/**
 * Returns mutations that register the signed-in member for an event or cancel the registration, and show the result.
 */
export function useRegistration(eventId: string) {
  const showToast = useToast()
  const client = useQueryClient()
  const queries = useQueries()
  const callbacks = {
    onSuccess: ({ message }: { message?: string | undefined }) => showToast(message ?? '', 'success'),
    onError: (error: unknown) =>
      showToast(toErrorMessage(describeUnanswered(error, EVENT_MESSAGES.replyLost)), 'error'),
    async onSettled() {
      // A first load that began before the change may miss it, and an invalidation doesn't repeat a first load.
      await client.cancelQueries({ predicate: isQueryOf(eventCalls.listOwn) })
      await Promise.all([invalidate(client, eventCalls.listOwn), client.invalidateQueries(queries.eventPlaces())])
    },
  }
  return {
    register: useMutation({ mutationFn: () => call(eventCalls.register, { params: { eventId } }), ...callbacks }),
    cancel: useMutation({ mutationFn: () => call(eventCalls.cancel, { params: { eventId } }), ...callbacks }),
  }
}
