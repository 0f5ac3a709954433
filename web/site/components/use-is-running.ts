import { useQueryClient } from '@tanstack/react-query'

/**
 * Returns a function that tells whether a mutation is running. A form asks before it starts one: its button becomes busy
 * only in a later task, when a second click may have submitted the form again.
 */
export function useIsRunning(mutationKey: readonly string[]): () => boolean {
  const client = useQueryClient()
  return () => client.isMutating({ mutationKey }) > 0
}
