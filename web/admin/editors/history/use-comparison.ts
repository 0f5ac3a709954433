import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { editingCalls } from '#contracts/content/calls.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { callAdmin } from '../../calls/call.ts'
import { toEditable } from '../document-calls.ts'
import { useDocumentKind, useEditor, useEditorState } from '../editor-context.tsx'
import { type Base, compareVersions, findSideWithoutProducts } from './compare-versions.ts'

const useRevision = (kind: DocumentKind, revision: number) =>
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
  const selected = useRevision(kind, revision)
  const previous = useRevision(kind, base === 'previous' ? revision - 1 : 0)
  const other = base === 'previous' ? previous : undefined

  const version = useMemo(() => selected.data && toEditable(selected.data.document), [selected.data])
  const comparison = useMemo(() => {
    // With a JSON syntax error, the last valid document is compared.
    const content = store.read()
    const current = 'document' in content ? content.document : state.document
    const before = base === 'previous' ? previous.data && toEditable(previous.data.document) : current
    return version && before && compareVersions(before, version, base)
  }, [version, previous.data, base, state, store])

  return {
    isPending: selected.isPending || other?.isPending === true,
    error: selected.error ?? other?.error ?? null,
    refetch: () => void Promise.all([selected.refetch(), other?.refetch()]),
    comparison,
    /** The side without products, if the document has products. */
    withoutProducts: findSideWithoutProducts(state.loaded.value, version, other?.data?.document),
  }
}
