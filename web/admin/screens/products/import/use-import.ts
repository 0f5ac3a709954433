import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { IMPORT } from '#contracts/limits.ts'
import type { ProductImport } from '#contracts/products/product-import.ts'
import type { KnownProducts, MappedColumns } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getFailureMessage } from '../../../../shared/call-failure.ts'
import { useUnsaved } from '../../../parts/use-unsaved.tsx'
import { applyImport, cancelImport, findOwnImport, startImport } from '../catalogue-calls.ts'

/**
 * The stage of an import: looking for a running one, choosing a file, uploading it, then the stages on the server. It
 * is stopped if only a part of it was saved.
 */
export type Stage =
  | { at: 'loading' }
  | { at: 'choose' }
  | { at: 'uploading'; share: number }
  | { at: 'planning' | 'plan' | 'saving' | 'done' | 'stopped'; run: ProductImport }

export type Import = ReturnType<typeof useImport>

const importKey = (catalogue: Catalogue) => ['product-import', catalogue] as const
const isGoingOn = (run: ProductImport | null | undefined) => run?.status === 'reading' || run?.status === 'applying'

/**
 * Runs the steps of an import. Its state is on the server, so it continues after a reload. The file itself is only in
 * this window, and stays selected after failures.
 */
export function useImport(catalogue: Catalogue, onImported: () => unknown) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [knownProducts, setKnownProducts] = useState<KnownProducts>('update')
  const [uploadedShare, setUploadedShare] = useState<number>()
  const [isApplying, setApplying] = useState(false)
  const [failure, setFailure] = useState<string>()
  const upload = useRef<AbortController>(undefined)
  useEffect(() => () => upload.current?.abort(), [])

  const ownImport = useQuery({
    queryKey: importKey(catalogue),
    queryFn: () => findOwnImport(catalogue),
    refetchInterval: ({ state }) => (isGoingOn(state.data) || isApplying ? IMPORT.pollMs : false),
    staleTime: 0,
  })
  const run = ownImport.data ?? null
  const setRun = (next: ProductImport | null) => client.setQueryData(importKey(catalogue), next)
  const stage = findStage({ run, isLoading: ownImport.isPending, uploadedShare, isApplying })

  // Reloads the list after a save, even if it completed while the drawer was closed.
  const shownRun = useRef<string>(undefined)
  const endedRun = stage.at === 'done' || stage.at === 'stopped' ? stage.run.id : undefined
  useEffect(() => {
    if (endedRun === undefined || endedRun === shownRun.current) return
    shownRun.current = endedRun
    onImported()
  }, [endedRun, onImported])

  useUnsaved('product-import', {
    isDirty: stage.at === 'uploading',
    consequence: '文件还没有上传完，目录没有任何改动；下次需要重新选择文件。',
  })

  async function attempt(action: () => Promise<ProductImport | null>, failed: string): Promise<void> {
    setFailure(undefined)
    try {
      // A response to an earlier request must not replace a newer one.
      await client.cancelQueries({ queryKey: importKey(catalogue) })
      setRun(await action())
    } catch (error) {
      if (!(error instanceof DOMException)) setFailure(getFailureMessage(error, failed))
      await ownImport.refetch()
    }
  }

  async function discard(): Promise<void> {
    if (run) await attempt(async () => cancelImport(catalogue, run.id).then(() => null), MESSAGES.importFailed)
  }

  return {
    file,
    known: knownProducts,
    columns: run?.columns ?? {},
    stage,
    failure: failure ?? (stage.at === 'choose' ? run?.failure : undefined) ?? undefined,
    setKnown: setKnownProducts,
    async select(newFile: File | null) {
      setFailure(undefined)
      setFile(newFile)
      if (run && !isGoingOn(run)) await discard()
    },
    /** Uploads the file and starts the dry run, with the user's column mapping. */
    async check(mapped: MappedColumns = run?.columns ?? {}) {
      if (!file) return
      const controller = new AbortController()
      upload.current = controller
      setUploadedShare(0)
      const submission = { file, known: knownProducts, columns: mapped, signal: controller.signal }
      await attempt(
        () => startImport(catalogue, { ...submission, onProgress: setUploadedShare }),
        MESSAGES.dryRunFailed,
      )
      setUploadedShare(undefined)
    },
    /** Saves the planned rows, or the remaining ones. */
    async apply() {
      if (!run) return
      setApplying(true)
      await attempt(() => applyImport(catalogue, run.id), MESSAGES.importFailed)
      setApplying(false)
    },
    cancelUpload: () => upload.current?.abort(),
    /** Cancels the running step; saved rows stay. */
    async stop() {
      if (run) await attempt(() => cancelImport(catalogue, run.id), MESSAGES.importFailed)
    },
    /** Discards a plan or its result. */
    discard,
  }
}

type StageInput = {
  run: ProductImport | null
  isLoading: boolean
  uploadedShare: number | undefined
  isApplying: boolean
}

function findStage({ run, isLoading, uploadedShare, isApplying }: StageInput): Stage {
  if (uploadedShare !== undefined) return { at: 'uploading', share: uploadedShare }
  if (isLoading) return { at: 'loading' }
  if (!run) return { at: 'choose' }
  if (isApplying) return { at: run.status === 'done' ? 'done' : 'saving', run }
  switch (run.status) {
    case 'reading':
      return { at: 'planning', run }
    case 'planned':
      return { at: 'plan', run }
    case 'applying':
      return { at: 'saving', run }
    case 'done':
      return { at: 'done', run }
    default:
      return run.appliedRows > 0 || run.canResume ? { at: 'stopped', run } : { at: 'choose' }
  }
}
