import { useEffect, useRef, useState } from 'react'
import type { ImportPlan, KnownProducts } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as TEXTS } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { failureMessage, isReadFailure } from '../../../../shared/read-failure.ts'
import { useUnsaved } from '../../../parts/use-unsaved.tsx'
import { importProducts } from '../catalogue-calls.ts'

/** Where an import is: a file is chosen, its plan is asked for, looked at, applied, and done. */
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
 * Returns an import's steps. The file stays chosen through every failure; nothing is kept on the server between the
 * steps. A dry run can be cancelled. Applying can't: it is one transaction, and whoever gave up waiting for it would
 * not know whether it has happened.
 */
export function useImport(catalogue: Catalogue, onImported: () => unknown) {
  const [file, setFile] = useState<File | null>(null)
  const [knownProducts, setKnownProducts] = useState<KnownProducts>('update')
  const [stage, setStage] = useState<Stage>({ at: 'choose' })
  const [failure, setFailure] = useState<string>()
  const checking = useRef<AbortController>(undefined)
  useEffect(() => () => checking.current?.abort(), [])
  useUnsaved('product-import', {
    isDirty: file !== null && stage.at !== 'done',
    consequence:
      stage.at === 'applying' ? '导入仍会进行下去，但看不到结果。' : '目录没有任何改动；下次需要重新选择文件并试运行。',
  })

  async function check(): Promise<ImportPlan | undefined> {
    if (!file) return undefined
    const controller = new AbortController()
    checking.current = controller
    const { signal } = controller
    const onProgress = (share: number) => setStage({ at: 'checking', share })
    const submission = { mode: 'dry-run', fingerprint: '', file, known: knownProducts, onProgress, signal } as const
    return importProducts(catalogue, submission).catch((error: unknown) => {
      if (!signal.aborted) setFailure(failureMessage(error, TEXTS.dryRunFailed))
      return undefined
    })
  }

  async function apply(plan: ImportPlan): Promise<ImportPlan | undefined> {
    if (!file) return undefined
    const onProgress = (share: number) => setStage({ at: 'applying', plan, share })
    const submission = { mode: 'apply', fingerprint: plan.fingerprint, file, known: knownProducts, onProgress } as const
    return importProducts(catalogue, submission).catch((error: unknown) => {
      setFailure(isConnectionLost(error) ? TEXTS.importUnanswered : failureMessage(error, TEXTS.importFailed))
      return undefined
    })
  }

  return {
    file,
    known: knownProducts,
    stage,
    failure,
    setKnown: setKnownProducts,
    select(selection: File | null) {
      setFailure(undefined)
      setFile(selection)
      setStage({ at: 'choose' })
    },
    async check() {
      setFailure(undefined)
      setStage({ at: 'checking', share: 0 })
      const plan = await check()
      setStage(plan ? { at: 'plan', plan } : { at: 'choose' })
    },
    async apply(plan: ImportPlan) {
      setFailure(undefined)
      setStage({ at: 'applying', plan, share: 0 })
      const done = await apply(plan)
      setStage(done ? { at: 'done', plan: done } : { at: 'plan', plan })
      onImported()
    },
    goBack() {
      setFailure(undefined)
      setStage({ at: 'choose' })
    },
    cancel: () => checking.current?.abort(),
  }
}
