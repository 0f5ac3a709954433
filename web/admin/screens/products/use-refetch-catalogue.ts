import { useQueryClient } from '@tanstack/react-query'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { catalogueKey } from './catalogue-calls.ts'

/** Returns a function that reloads the lists of a catalogue, to be called when its products have changed. */
export function useRefetchCatalogue(catalogue: Catalogue): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: catalogueKey(catalogue) })
}
