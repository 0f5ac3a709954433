import { Alert, Drawer, Spin, Steps } from 'antd'
import { CATALOGUE_LABELS, PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useConfirm } from '../../../components/use-confirm.ts'
import { useReturnFocus } from '../../../components/use-return-focus.ts'
import { ChooseFile } from './choose-file.tsx'
import { PlanningProgress, SavingProgress, UndoProgress, UploadProgress } from './import-progress.tsx'
import type { ImportStep } from './import-step.ts'
import { ImportStepActions } from './import-step-actions.tsx'
import { PastImports } from './past-imports.tsx'
import { PlanSettings } from './plan-settings.tsx'
import { PlanView } from './plan-view.tsx'
import { UndoView } from './undo-view.tsx'
import { type ImportState, useImport } from './use-import.ts'

type ImportDrawerProps = { catalogue: Catalogue; isOpen: boolean; onClose: () => void }

const DRAWER_WIDTH_PX = 960

/** Imports products from a table in three steps; only the last one saves anything. */
export function ImportDrawer({ isOpen, ...props }: ImportDrawerProps) {
  return isOpen ? <ImportSteps {...props} /> : null
}

function ImportSteps({ catalogue, onClose }: Omit<ImportDrawerProps, 'isOpen'>) {
  useReturnFocus()
  const confirm = useConfirm()
  const importState = useImport(catalogue)
  const { step } = importState
  async function discardAndClose() {
    await importState.discard()
    onClose()
  }
  function close() {
    if (ENDED_STEPS.has(step.name)) void discardAndClose()
    else if (step.name === 'planned') confirmDiscard()
    else onClose()
  }
  const confirmDiscard = () =>
    confirm({
      title: '放弃这次导入？',
      content: '目录没有任何改动；下次需要重新选择文件并试运行。',
      okText: '放弃',
      cancelText: '继续',
      onOk: discardAndClose,
    })

  return (
    <Drawer
      open
      size={DRAWER_WIDTH_PX}
      title={`导入到${CATALOGUE_LABELS[catalogue]}`}
      onClose={close}
      footer={<ImportStepActions importState={importState} onClose={() => void discardAndClose()} />}
    >
      <div className="flex flex-col gap-5">
        <Steps
          size="small"
          current={STEP_INDEXES[step.name]}
          responsive={false}
          items={[{ title: '选文件' }, { title: '核对' }, { title: '导入' }]}
        />
        {importState.failure && <Alert type="error" showIcon role="alert" title={importState.failure} />}
        {importState.isDisconnected && (
          <Alert type="warning" showIcon role="status" title={PRODUCT_TABLE_MESSAGES.importDisconnected} />
        )}
        <ImportStepBody importState={importState} catalogue={catalogue} />
      </div>
    </Drawer>
  )
}

/** The steps whose result is closed with the drawer; the import can still be undone from the list of past imports. */
const ENDED_STEPS = new Set<ImportStep['name']>(['done', 'stopped', 'undone'])

const STEP_INDEXES: Record<ImportStep['name'], number> = {
  loading: 0,
  'choose-file': 0,
  uploading: 0,
  planning: 1,
  planned: 1,
  saving: 2,
  stopped: 2,
  done: 3,
  undoing: 3,
  'undo-stopped': 3,
  undone: 3,
}

type ImportStepBodyProps = { importState: ImportState; catalogue: Catalogue }

function ImportStepBody({ importState, catalogue }: ImportStepBodyProps) {
  const confirm = useConfirm()
  const { step } = importState
  switch (step.name) {
    case 'loading':
      return <Spin className="py-6" />
    case 'choose-file':
      return (
        <>
          <ChooseFile importState={importState} catalogue={catalogue} />
          <PastImports catalogue={catalogue} />
        </>
      )
    case 'uploading':
      return <UploadProgress progress={step.progress} onCancel={importState.cancelUpload} />
    case 'planning':
      return <PlanningProgress run={step.run} onCancel={importState.stop} />
    case 'saving':
      return (
        <SavingProgress
          run={step.run}
          onCancel={() =>
            confirm({
              title: '停止这次导入？',
              content: '已经导入的行会保留，其余的不再导入。',
              okText: '停止',
              cancelText: '继续导入',
              onOk: importState.stop,
            })
          }
        />
      )
    case 'planned':
      return (
        <PlanView
          run={step.run}
          settings={
            <PlanSettings
              // Remounts for each dry run, whose source has no errors.
              key={step.run.id}
              importState={importState}
              summary={step.run.summary}
              catalogue={catalogue}
            />
          }
        />
      )
    case 'stopped':
    case 'done':
      return <PlanView run={step.run} />
    case 'undoing':
      return <UndoProgress run={step.run} />
    case 'undo-stopped':
    case 'undone':
      return <UndoView run={step.run} />
  }
}
