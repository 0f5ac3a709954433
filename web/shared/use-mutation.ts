import {
  hashKey,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useTanStackMutation,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/**
 * Returns a mutation of TanStack Query that ignores a call with the same input as one that is running, such as a double
 * click's. Its `isPending` alone can't prevent that: it is rendered in a later task, when a second click may already
 * have been handled. Another input is never ignored, since it may be another intent, such as the undo of another change.
 * A call that has failed can be repeated at once, even if `onSettled` is still refetching what is shown.
 */
export function useMutation<Reply, Failure = Error, Input = void, Context = unknown>(
  options: UseMutationOptions<Reply, Failure, Input, Context>,
): UseMutationResult<Reply, Failure, Input, Context> {
  const mutation = useTanStackMutation({
    ...options,
    onSettled(...settled) {
      const [, failure] = settled
      const refetching = options.onSettled?.(...settled)
      return failure === null ? refetching : undefined
    },
  })
  const runMutation = mutation.mutateAsync
  const runningCalls = useRef(new Map<string, Promise<Reply>>())
  const mutateAsync = useCallback<typeof runMutation>(
    (...args) => {
      const key = hashKey([args[0]])
      const runningCall = runningCalls.current.get(key)
      if (runningCall) return runningCall
      const call = runMutation(...args).finally(() => runningCalls.current.delete(key))
      runningCalls.current.set(key, call)
      return call
    },
    [runMutation],
  )
  const mutate = useCallback<typeof mutation.mutate>(
    (...args) => {
      // The mutation's state contains the error.
      mutateAsync(...args).catch(() => undefined)
    },
    [mutateAsync],
  )
  return { ...mutation, mutate, mutateAsync }
}
