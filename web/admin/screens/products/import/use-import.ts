import { useEffect, useRef, useState } from 'react'
import type { ImportPlan, KnownProducts, MappedColumns } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as TEXTS } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { failureMessage, isReadFailure } from '../../../../shared/read-failure.ts'
import { useUnsaved } from '../../../parts/use-unsaved.tsx'
import { importProducts } from '../catalogue-calls.ts'

/** The stage of an import: choosing a file, checking it, reviewing the plan, applying it, done. */
export type Stage =
  | { at: 'choose' }
  | { at: 'checking'; share: number }
  | { at: 'plan'; plan: ImportPlan }
  | { at: 'applying'; plan: ImportPlan; share: number }
  | { at: 'done'; plan: ImportPlan }

export type Import = ReturnType<typeof useImport>

/** Nobody knows what became of a request that no answer came to: a gateway may have given up waiting for it. */
const isConnectionLost = (error: unknown) => isReadFailure(error) && [0, 502, 504].includes(error.status)

/**
 * Runs the steps of an import. The file stays selected after failures; the server stores nothing between the steps. A
 * dry run can be cancelled. Applying can't: it is one transaction, and after cancelling nobody would know whether it
 * was committed.
 */
export function useImport(catalogue: Catalogue, onImported: () => unknown) {
  const [file, setFile] = useState<File | null>(null)
  const [knownProducts, setKnownProducts] = useState<KnownProducts>('update')
  const [columns, setColumns] = useState<MappedColumns>({})
  const [stage, setStage] = useState<Stage>({ at: 'choose' })
  const [failure, setFailure] = useState<string>()
  const checking = useRef<AbortController>(undefined)
  useEffect(() => () => checking.current?.abort(), [])
  useUnsaved('product-import', {
    isDirty: file !== null && stage.at !== 'done',
    consequence:
      stage.at === 'applying' ? '导入仍会进行下去，但看不到结果。' : '目录没有任何改动；下次需要重新选择文件并试运行。',
  })

  async function requestPlan(mapped: MappedColumns): Promise<ImportPlan | undefined> {
    if (!file) return undefined
    const controller = new AbortController()
    checking.current = controller
    const { signal } = controller
    const onProgress = (share: number) => setStage({ at: 'checking', share })
    const submission = {
      mode: 'dry-run',
      fingerprint: '',
      file,
      known: knownProducts,
      columns: mapped,
      onProgress,
      signal,
    } as const
    return importProducts(catalogue, submission).catch((error: unknown) => {
      if (!signal.aborted) setFailure(failureMessage(error, TEXTS.dryRunFailed))
      return undefined
    })
  }

  async function requestImport(plan: ImportPlan): Promise<ImportPlan | undefined> {
    if (!file) return undefined
    const onProgress = (share: number) => setStage({ at: 'applying', plan, share })
    const submission = {
      mode: 'apply',
      fingerprint: plan.fingerprint,
      file,
      known: knownProducts,
      columns,
      onProgress,
    } as const
    return importProducts(catalogue, submission).catch((error: unknown) => {
      setFailure(isConnectionLost(error) ? TEXTS.importUnanswered : failureMessage(error, TEXTS.importFailed))
      return undefined
    })
  }

  return {
    file,
    known: knownProducts,
    columns,
    stage,
    failure,
    setKnown: setKnownProducts,
    select(newFile: File | null) {
      setFailure(undefined)
      setFile(newFile)
      setColumns({})
      setStage({ at: 'choose' })
    },
    /** Plans the import, with the fields of columns as they are mapped by hand. */
    async check(mapped: MappedColumns = columns) {
      setFailure(undefined)
      setStage({ at: 'checking', share: 0 })
      const plan = await requestPlan(mapped)
      if (plan) setColumns(mapped)
      setStage(plan ? { at: 'plan', plan } : { at: 'choose' })
    },
    async apply(plan: ImportPlan) {
      setFailure(undefined)
      setStage({ at: 'applying', plan, share: 0 })
      const appliedPlan = await requestImport(plan)
      setStage(appliedPlan ? { at: 'done', plan: appliedPlan } : { at: 'plan', plan })
      onImported()
    },
    goBack() {
      setFailure(undefined)
      setStage({ at: 'choose' })
    },
    cancel: () => checking.current?.abort(),
  }
}
