import { useEffect, useRef, useState } from 'react'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/messages/product-table.ts'
import type { ImportPlan, KnownProducts } from '#contracts/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { failureMessage } from '../../../../shared/read-failure.ts'
import { setUnsaved } from '../../../session/unsaved.ts'
import { importProducts } from '../catalogue-calls.ts'

/** Where an import is: a file is chosen, its plan is asked for, looked at, applied, and done. */
export type Stage =
  | { at: 'choose' }
  | { at: 'checking'; share: number }
  | { at: 'plan'; plan: ImportPlan }
  | { at: 'applying'; plan: ImportPlan; share: number }
  | { at: 'done'; plan: ImportPlan }

export type Import = ReturnType<typeof useImport>

const HOLDER = 'product-import'

/** An import's steps. The file stays chosen through every failure; nothing is kept on the server between the steps. */
export function useImport(catalogue: Catalogue, onImported: () => unknown) {
  const [file, setFile] = useState<File | null>(null)
  const [known, setKnown] = useState<KnownProducts>('update')
  const [stage, setStage] = useState<Stage>({ at: 'choose' })
  const [failure, setFailure] = useState<string>()
  const running = useRef<AbortController>(undefined)

  // An ended session asks to sign in over the page: the chosen file and its plan are still there afterwards.
  const isHeld = file !== null && stage.at !== 'done'
  useEffect(() => {
    setUnsaved(HOLDER, isHeld)
    return () => setUnsaved(HOLDER, false)
  }, [isHeld])
  useEffect(() => () => running.current?.abort(), [])

  async function send(fields: { mode: 'dry-run' | 'apply'; fingerprint: string }, onProgress: (share: number) => void) {
    if (!file) return undefined
    const controller = new AbortController()
    running.current = controller
    setFailure(undefined)
    try {
      return await importProducts(catalogue, { ...fields, file, known, onProgress, signal: controller.signal })
    } catch (error) {
      const { dryRunFailed, importFailed } = PRODUCT_TABLE_MESSAGES
      if (!controller.signal.aborted)
        setFailure(failureMessage(error, fields.mode === 'dry-run' ? dryRunFailed : importFailed))
      return undefined
    }
  }

  return {
    ...{ file, known, stage, failure, setKnown },
    choose(chosen: File | null) {
      setFailure(undefined)
      setFile(chosen)
      setStage({ at: 'choose' })
    },
    async check() {
      setStage({ at: 'checking', share: 0 })
      const plan = await send({ mode: 'dry-run', fingerprint: '' }, (share) => setStage({ at: 'checking', share }))
      setStage(plan ? { at: 'plan', plan } : { at: 'choose' })
    },
    async apply(plan: ImportPlan) {
      setStage({ at: 'applying', plan, share: 0 })
      const done = await send({ mode: 'apply', fingerprint: plan.fingerprint }, (share) =>
        setStage({ at: 'applying', plan, share }),
      )
      setStage(done ? { at: 'done', plan: done } : { at: 'plan', plan })
      if (done) onImported()
    },
    back() {
      setFailure(undefined)
      setStage({ at: 'choose' })
    },
    cancel: () => running.current?.abort(),
  }
}
