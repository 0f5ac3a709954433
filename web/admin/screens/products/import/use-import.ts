import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FactSourceInput } from '#contracts/facts/fact.ts'
import { IMPORT } from '#contracts/limits.ts'
import type { ProductImport } from '#contracts/products/product-import.ts'
import type { KnownProducts, MappedColumns } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useExclusive } from '../../../../shared/use-exclusive.ts'
import { useLeaveGuard } from '../../../components/use-leave-guard.ts'
import { applyImport, cancelImport, findOwnImport, startImport, undoImport } from '../catalogue-calls.ts'
import { useRefetchCatalogue } from '../use-refetch-catalogue.ts'
import type { Selection } from './column-mapping.tsx'
import { getImportStep, type ImportStep } from './import-step.ts'
import type { TableChoice } from './table-choice.tsx'

export type ImportState = ReturnType<typeof useImport>

/** What a dry run changes; the other settings remain. */
type DryRunSettings = { columns?: MappedColumns; choice?: TableChoice; source?: FactSourceInput | null }

const importKey = (catalogue: Catalogue) => ['product-import', catalogue] as const
const IN_PROGRESS = new Set<ProductImport['status']>(['reading', 'applying', 'undoing'])
const isInProgress = (run: ProductImport | null | undefined) => run?.status !== undefined && IN_PROGRESS.has(run.status)

/**
 * Runs the steps of an import. Its state is on the server, so it continues after a reload; only the selected file is
 * lost. The file stays selected after a failure.
 */
export function useImport(catalogue: Catalogue) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [knownProducts, setKnownProducts] = useState<KnownProducts>('update')
  const [uploadProgress, setUploadProgress] = useState<number>()
  const [tableChoice, setTableChoice] = useState<TableChoice>({})
  const [columnDraft, setColumnDraft] = useState<Selection>(new Map())
  /** What was entered since the dry run; `undefined` if nothing was. */
  const [enteredSource, setEnteredSource] = useState<FactSourceInput>()
  const [isApplying, setIsApplying] = useState(false)
  const [failure, setFailure] = useState<string>()
  const abortController = useRef<AbortController>(undefined)
  useEffect(() => () => abortController.current?.abort(), [])

  const importQuery = useQuery({
    queryKey: importKey(catalogue),
    queryFn: () => findOwnImport(catalogue),
    refetchInterval: ({ state }) => (isInProgress(state.data) || isApplying ? IMPORT.pollMs : false),
    staleTime: 0,
  })
  const run = importQuery.data ?? null
  const setRun = (next: ProductImport | null) => client.setQueryData(importKey(catalogue), next)
  const step = getImportStep({ run, isLoading: importQuery.isPending, uploadProgress, isApplying })

  useReportEnd(step, useRefetchCatalogue(catalogue))
  useLeaveGuard('product-import', {
    isDirty: step.name === 'uploading',
    consequence: '文件还没有上传完，目录没有任何改动；下次需要重新选择文件。',
  })

  /** Runs an action on the server and applies the import that it returns. */
  async function runAction(action: () => Promise<ProductImport | null>, fallback: string): Promise<void> {
    setFailure(undefined)
    try {
      // A response to an earlier request must not replace a newer one.
      await client.cancelQueries({ queryKey: importKey(catalogue) })
      setRun(await action())
    } catch (error) {
      if (!(error instanceof DOMException)) setFailure(toErrorMessage(error, fallback))
      await importQuery.refetch()
    }
  }

  async function discard(): Promise<void> {
    if (run) await runAction(async () => cancelImport(catalogue, run.id).then(() => null), MESSAGES.importFailed)
  }

  const startDryRun = useExclusive(
    async ({
      columns = run?.columns ?? {},
      choice = tableChoice,
      source = run?.summary?.source ?? null,
    }: DryRunSettings = {}) => {
      if (!file) return
      setTableChoice(choice)
      const controller = new AbortController()
      abortController.current = controller
      setUploadProgress(0)
      const { signal } = controller
      const input = { file, known: knownProducts, columns, source, ...choice, signal, onProgress: setUploadProgress }
      await runAction(() => startImport(catalogue, input), MESSAGES.dryRunFailed)
      setUploadProgress(undefined)
    },
  )

  const apply = useExclusive(async () => {
    if (!run) return
    setIsApplying(true)
    await runAction(() => applyImport(catalogue, run.id), MESSAGES.importFailed)
    setIsApplying(false)
  })

  const undo = useExclusive(async () => {
    if (run) await runAction(() => undoImport(catalogue, run.id), MESSAGES.undoImportFailed)
  })

  return {
    file,
    /** Whether the progress can't be read for now; the import continues on the server. */
    isDisconnected: isInProgress(run) && (importQuery.isError || importQuery.fetchStatus === 'paused'),
    knownProducts,
    columns: run?.columns ?? {},
    /** The targets that were selected since the dry run, by heading. */
    columnDraft,
    setColumnDraft,
    /** The source as it is entered, whether or not the plan already uses it. */
    sourceDraft: enteredSource ?? run?.summary?.source ?? null,
    setSourceDraft: setEnteredSource,
    step,
    failure: failure ?? (step.name === 'choose-file' ? run?.failure : undefined) ?? undefined,
    setKnownProducts,
    async selectFile(newFile: File | null) {
      setFailure(undefined)
      setFile(newFile)
      setTableChoice({})
      setColumnDraft(new Map())
      setEnteredSource(undefined)
      if (run && !isInProgress(run)) await discard()
    },
    /** Uploads the file and starts the dry run, with a changed column mapping, table, or source of facts. */
    startDryRun,
    /** Saves the planned rows, or the remaining ones. */
    apply,
    /** Undoes the rows that were saved, or the remaining ones. */
    undo,
    cancelUpload: () => abortController.current?.abort(),
    /** Cancels the running step; saved rows stay. */
    async stop() {
      if (run) await runAction(() => cancelImport(catalogue, run.id), MESSAGES.importFailed)
    },
    /** Discards a plan or its result. */
    discard,
  }
}

/** Calls `onEnd` once after each import that has saved rows and after its undo, even if the drawer was closed. */
function useReportEnd(step: ImportStep, onEnd: () => unknown): void {
  const reportedEnd = useRef<string>(undefined)
  const isEnded = step.name === 'done' || step.name === 'stopped' || step.name === 'undone'
  const end = isEnded ? `${step.name} ${step.run.id}` : undefined
  useEffect(() => {
    if (end === undefined || end === reportedEnd.current) return
    reportedEnd.current = end
    onEnd()
  }, [end, onEnd])
}
