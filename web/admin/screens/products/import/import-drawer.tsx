import { Alert, Drawer, Steps } from 'antd'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useConfirm } from '../../../components/use-confirm.ts'
import { useReturnFocus } from '../../../components/use-return-focus.ts'
import { ChooseFile } from './choose-file.tsx'
import { ImportProgressView } from './import-progress.tsx'
import { ImportStepActions } from './import-step-actions.tsx'
import { PastImports } from './past-imports.tsx'
import { PlanSettings } from './plan-settings.tsx'
import { PlanView } from './plan-view.tsx'
import { SkippedProducts } from './skipped-products.tsx'
import { describeUndo } from './undo-confirmation.ts'
import { type ImportState, type ImportStep, useImport } from './use-import.ts'

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
  function close() {
    const question = CLOSING_QUESTIONS[step.name]
    if (question) confirm({ ...question, onOk: onClose })
    else onClose()
  }

  return (
    <Drawer
      open
      size={DRAWER_WIDTH_PX}
      title={`导入到${CATALOGUE_LABELS[catalogue]}`}
      onClose={close}
      footer={<ImportStepActions importState={importState} onClose={onClose} />}
    >
      <div className="flex flex-col gap-5">
        <Steps
          size="small"
          current={STEP_INDEXES[step.name]}
          responsive={false}
          items={[{ title: '选文件' }, { title: '核对' }, { title: '导入' }]}
        />
        {importState.failure && <Alert type="error" showIcon role="alert" title={importState.failure} />}
        <ImportStepBody importState={importState} catalogue={catalogue} />
      </div>
    </Drawer>
  )
}

const STEP_INDEXES: Record<ImportStep['name'], number> = {
  'choose-file': 0,
  planning: 1,
  planned: 1,
  saving: 2,
  done: 3,
  undone: 3,
}

const DISCARD_QUESTION = {
  title: '放弃这次导入？',
  content: '目录没有任何改动；下次需要重新选择文件并试运行。',
  okText: '放弃',
  cancelText: '继续',
}
const CLOSING_QUESTIONS: Partial<Record<ImportStep['name'], typeof DISCARD_QUESTION>> = {
  planning: DISCARD_QUESTION,
  planned: DISCARD_QUESTION,
  saving: {
    title: '关闭这个窗口？',
    content: '导入会继续：全部导入，或一行也不导入。结束后列在“最近的导入”中。',
    okText: '关闭',
    cancelText: '留在这里',
  },
}

type ImportStepBodyProps = { importState: ImportState; catalogue: Catalogue }

function ImportStepBody({ importState, catalogue }: ImportStepBodyProps) {
  const { step } = importState
  switch (step.name) {
    case 'choose-file':
      return (
        <>
          <ChooseFile importState={importState} catalogue={catalogue} />
          <PastImports catalogue={catalogue} />
        </>
      )
    case 'planning':
      return <ImportProgressView progress={step.progress} onCancel={importState.cancelDryRun} />
    case 'saving':
      return <ImportProgressView progress={step.progress} />
    case 'planned':
      return (
        <PlanView
          catalogue={catalogue}
          plan={step.plan}
          request={step.request}
          settings={
            <PlanSettings
              // Remounts for each dry run, whose source has no errors.
              key={step.plan.fingerprint}
              importState={importState}
              plan={step.plan}
              catalogue={catalogue}
            />
          }
        />
      )
    case 'done':
      return <PlanView catalogue={catalogue} plan={step.plan} request={step.request} isSaved />
    case 'undone': {
      const { fileName, undo } = step.run
      if (!undo) return null
      return (
        <>
          <Alert
            type={undo.skipped.length > 0 ? 'warning' : 'success'}
            showIcon
            role="status"
            title={`已撤销“${fileName}”的导入`}
            description={`${describeUndo(undo)}。`}
          />
          <SkippedProducts catalogue={catalogue} products={undo.skipped} />
        </>
      )
    }
  }
}
