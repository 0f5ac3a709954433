import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FactSourceInput } from '#contracts/facts/fact.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import type { ProductImport } from '#contracts/products/product-import.ts'
import type { ImportPlan, KnownProducts, MappedColumns } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import type { Progress } from '#contracts/progress.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { invalidate } from '../../../../shared/call-query.ts'
import { describeUnanswered } from '../../../../shared/unanswered-call.ts'
import { useExclusive } from '../../../../shared/use-exclusive.ts'
import { useLeaveGuard } from '../../../components/use-leave-guard.ts'
import { type ImportRequest, importFile, planImport, undoImport } from '../catalogue-calls.ts'
import { useRefetchProducts } from '../use-refetch-products.ts'
import type { Selection } from './column-mapping.tsx'
import type { TableChoice } from './table-choice.tsx'

export type ImportState = ReturnType<typeof useImport>

/** The upload of the file, or what the server does with it. */
export type ImportProgress = Progress | { step: 'upload'; done: number; total: 1 }

/**
 * The step of an import. `planning` is the dry run, `planned` its result; `undone` is the import after its undo. The request
 * is what was planned.
 */
export type ImportStep =
  | { name: 'choose-file' }
  | { name: 'planning' | 'saving'; progress: ImportProgress }
  | { name: 'planned'; plan: ImportPlan; request: ImportRequest }
  | { name: 'done'; plan: ImportPlan; request: ImportRequest; run: ProductImport }
  | { name: 'undone'; run: ProductImport }

/** What a dry run changes; the other settings remain. */
type DryRunSettings = { columns?: MappedColumns; choice?: TableChoice; source?: FactSourceInput | null }

const UPLOADING: ImportProgress = { step: 'upload', done: 0, total: 1 }

/** Runs the steps of an import. What was entered stays after a failure, until another file is selected. */
export function useImport(catalogue: Catalogue) {
  const client = useQueryClient()
  const refetchProducts = useRefetchProducts()
  const [file, setFile] = useState<File | null>(null)
  const [knownProducts, setKnownProducts] = useState<KnownProducts>('update')
  const [tableChoice, setTableChoice] = useState<TableChoice>({})
  const [columnDraft, setColumnDraft] = useState<Selection>(new Map())
  /** What was entered since the dry run; `undefined` if nothing was. */
  const [enteredSource, setEnteredSource] = useState<FactSourceInput>()
  const [step, setStep] = useState<ImportStep>({ name: 'choose-file' })
  const [failure, setFailure] = useState<string>()
  const abortController = useRef<AbortController>(undefined)
  useEffect(() => () => abortController.current?.abort(), [])

  const planned = step.name === 'planned' ? step : undefined
  const columns = planned?.request.columns ?? {}
  const isWorking = step.name === 'planning' || step.name === 'saving'
  useLeaveGuard('product-import', {
    isDirty: isWorking,
    consequence:
      step.name === 'saving'
        ? '导入会在服务器上继续：全部导入，或一行也不导入；结果列在“最近的导入”中。'
        : '目录没有任何改动；下次需要重新选择文件。',
  })

  const createListeners = (name: 'planning' | 'saving') => {
    const show = (progress: ImportProgress) => setStep({ name, progress })
    show(UPLOADING)
    return { onProgress: (done: number) => show({ step: 'upload', done, total: 1 }), onReport: show }
  }

  const startDryRun = useExclusive(
    async ({
      columns: nextColumns = columns,
      choice = tableChoice,
      source = planned?.plan.source ?? null,
    }: DryRunSettings = {}) => {
      if (!file) return
      setFailure(undefined)
      const controller = new AbortController()
      abortController.current = controller
      const request: ImportRequest = { file, known: knownProducts, columns: nextColumns, source, ...choice }
      try {
        const plan = await planImport(catalogue, request, {
          ...createListeners('planning'),
          signal: controller.signal,
        })
        setTableChoice(choice)
        setStep({ name: 'planned', plan, request })
      } catch (error) {
        if (!(error instanceof DOMException)) setFailure(toErrorMessage(error, MESSAGES.dryRunFailed))
        setStep(planned ?? { name: 'choose-file' })
      }
    },
  )

  async function refetch(): Promise<void> {
    await invalidate(client, catalogueCalls.listImports)
    void refetchProducts()
  }

  const apply = useExclusive(async () => {
    if (!planned) return
    setFailure(undefined)
    const { plan, request } = planned
    try {
      const run = await importFile(catalogue, { ...request, fingerprint: plan.fingerprint }, createListeners('saving'))
      setStep({ name: 'done', plan, request, run })
    } catch (error) {
      setFailure(toErrorMessage(describeUnanswered(error, MESSAGES.importReplyLost), MESSAGES.importFailed))
      setStep(planned)
    }
    await refetch()
  })

  const undo = useExclusive(async () => {
    if (step.name !== 'done') return
    setFailure(undefined)
    try {
      setStep({ name: 'undone', run: await undoImport(catalogue, step.run.id) })
    } catch (error) {
      setFailure(toErrorMessage(error, MESSAGES.undoImportFailed))
    }
    await refetch()
  })

  return {
    file,
    knownProducts,
    setKnownProducts,
    columns,
    /** The targets that were selected since the dry run, by heading. */
    columnDraft,
    setColumnDraft,
    /** The source as it is entered, whether or not the plan already uses it. */
    sourceDraft: enteredSource ?? planned?.plan.source ?? null,
    setSourceDraft: setEnteredSource,
    step,
    failure,
    selectFile(newFile: File | null) {
      setFailure(undefined)
      setFile(newFile)
      setTableChoice({})
      setColumnDraft(new Map())
      setEnteredSource(undefined)
      setStep({ name: 'choose-file' })
    },
    /** Uploads the file and starts the dry run, with a changed column mapping, table, or source of facts. */
    startDryRun,
    cancelDryRun: () => abortController.current?.abort(),
    /** Imports the file as planned. */
    apply,
    undo,
  }
}
