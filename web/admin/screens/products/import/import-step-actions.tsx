import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { ProductImport } from '#contracts/products/product-import.ts'
import type { ImportPlan } from '#contracts/products/product-table.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { useConfirm } from '../../../components/use-confirm.ts'
import { isSameSource } from './fact-source-form.tsx'
import { createUndoConfirmation } from './undo-confirmation.ts'
import type { ImportState } from './use-import.ts'

type ImportStepActionsProps = { importState: ImportState; onClose: () => void }

/** The buttons at the bottom of the drawer, which lead to the next step; none while the server is working. */
export function ImportStepActions({ importState, onClose }: ImportStepActionsProps) {
  const { step } = importState
  switch (step.name) {
    case 'choose-file':
      return <ChooseFileActions importState={importState} />
    case 'planned':
      return <PlannedActions importState={importState} plan={step.plan} />
    case 'done':
    case 'undone':
      return <EndedActions importState={importState} run={step.run} onClose={onClose} />
    default:
      return null
  }
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
)

const ChooseFileActions = ({ importState }: { importState: ImportState }) => (
  <Actions>
    <Button type="primary" disabled={!importState.file} onClick={() => importState.startDryRun()}>
      试运行
    </Button>
    <p className="text-sm text-muted">试运行只核对，不改动目录。</p>
  </Actions>
)

/** Imports the file as planned, or repeats the dry run. */
function PlannedActions({ importState, plan }: { importState: ImportState; plan: ImportPlan }) {
  const rowCount = plan.counts.create + plan.counts.update
  const isSourceUnchecked = !isSameSource(importState.sourceDraft, plan.source)
  return (
    <Actions>
      <Button type="primary" disabled={rowCount === 0 || isSourceUnchecked} onClick={importState.apply}>
        {rowCount === 0 ? '没有可以导入的行' : `导入${rowCount}个产品`}
      </Button>
      <Button onClick={() => importState.startDryRun()}>重新试运行</Button>
      <Button onClick={() => importState.selectFile(null)}>换个文件</Button>
      {isSourceUnchecked && <p className="text-sm text-muted">资料的来源有改动，请先“按以上设置重新核对”。</p>}
    </Actions>
  )
}

type EndedActionsProps = { importState: ImportState; run: ProductImport; onClose: () => void }

/** Leads from the result of an import, or of its undo, back to the catalogue or to another import. */
function EndedActions({ importState, run, onClose }: EndedActionsProps) {
  const confirm = useConfirm()
  return (
    <Actions>
      <Button type="primary" onClick={onClose}>
        查看目录
      </Button>
      <Button onClick={() => importState.selectFile(null)}>再导入一个文件</Button>
      {run.undoableUntil !== null && (
        <>
          <Button onClick={() => confirm(createUndoConfirmation(run, importState.undo))}>撤销导入</Button>
          <p className="text-sm text-muted tabular-nums">{formatMinute(run.undoableUntil)}前可撤销</p>
        </>
      )}
    </Actions>
  )
}
