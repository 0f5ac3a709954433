import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { editingCalls } from '#contracts/content/calls.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { callAdmin } from '../../calls/call.ts'
import { toEditable } from '../document-calls.ts'
import { useDocumentKind, useEditor, useEditorState } from '../editor-context.tsx'
import { type Base, compareVersions, findSideWithoutProducts } from './compare-versions.ts'

const useRevisionQuery = (kind: DocumentKind, revision: number) =>
  useQuery({
    queryKey: ['revision', kind, revision],
    queryFn: async () => (await callAdmin(editingCalls.getRevision, { params: { kind, revision } })).data,
    enabled: revision > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Compares a version with its base. The first version has no previous one. */
export function useComparison(revision: number, base: Base) {
  const kind = useDocumentKind()
  const { store } = useEditor()
  const state = useEditorState((current) => current)
  const selectedQuery = useRevisionQuery(kind, revision)
  const previousQuery = useRevisionQuery(kind, base === 'previous' ? revision - 1 : 0)
  const baseQuery = base === 'previous' ? previousQuery : undefined

  const version = useMemo(() => selectedQuery.data && toEditable(selectedQuery.data.document), [selectedQuery.data])
  const comparison = useMemo(() => {
    // With a JSON syntax error, the last valid document is compared.
    const content = store.read()
    const current = 'document' in content ? content.document : state.document
    const before = base === 'previous' ? previousQuery.data && toEditable(previousQuery.data.document) : current
    return version && before && compareVersions(before, version, base)
  }, [version, previousQuery.data, base, state, store])

  return {
    isPending: selectedQuery.isPending || baseQuery?.isPending === true,
    error: selectedQuery.error ?? baseQuery?.error ?? null,
    refetch: () => void Promise.all([selectedQuery.refetch(), baseQuery?.refetch()]),
    comparison,
    /** The side without products, if the document has products. */
    sideWithoutProducts: findSideWithoutProducts(state.loaded.value, version, baseQuery?.data?.document),
  }
}
