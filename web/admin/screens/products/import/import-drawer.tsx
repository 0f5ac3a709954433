import { Alert, Button, Drawer, Steps } from 'antd'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useConfirm } from '../../../parts/use-confirm.ts'
import { ChooseFile } from './choose-file.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { PlanView } from './plan-view.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { type Import, type Stage, useImport } from './use-import.ts'

type ImportDrawerProps = { catalogue: Catalogue; isOpen: boolean; onClose: () => void; onImported: () => unknown }

const WIDTH = 960

/** Imports products from a table in three steps; only the last changes anything. */
export function ImportDrawer({ isOpen, ...importState }: ImportDrawerProps) {
  return isOpen ? <OpenImport {...importState} /> : null
}

function OpenImport({ catalogue, onClose, onImported }: Omit<ImportDrawerProps, 'isOpen'>) {
  const confirm = useConfirm()
  const importState = useImport(catalogue, onImported)
  const { stage } = importState
  function close() {
    if (stage.at === 'applying') return
    if (stage.at !== 'plan') return onClose()
    confirm({
      title: '放弃这次导入？',
      content: '目录没有任何改动；下次需要重新选择文件并试运行。',
      okText: '放弃',
      cancelText: '继续',
      onOk: onClose,
    })
  }
  return (
    <Drawer
      open
      size={WIDTH}
      title={`导入到${CATALOGUE_LABELS[catalogue]}`}
      closable={stage.at !== 'applying'}
      onClose={close}
      footer={<StageActions importState={importState} onClose={onClose} />}
    >
      <div className="flex flex-col gap-5">
        <Steps
          size="small"
          current={STEP[stage.at]}
          responsive={false}
          items={[{ title: '选文件' }, { title: '核对' }, { title: '导入' }]}
        />
        {importState.failure && <Alert type="error" showIcon role="alert" title={importState.failure} />}
        <StageBody importState={importState} catalogue={catalogue} />
      </div>
    </Drawer>
  )
}

const STEP: Record<Stage['at'], number> = { choose: 0, checking: 0, plan: 1, applying: 2, done: 3 }

function StageBody({ importState, catalogue }: { importState: Import; catalogue: Catalogue }) {
  const { stage } = importState
  switch (stage.at) {
    case 'choose':
      return <ChooseFile importState={importState} catalogue={catalogue} />
    case 'checking':
      return <UploadProgress share={stage.share} processingLabel="正在逐行核对……" onCancel={importState.cancel} />
    case 'plan':
      return (
        <PlanView
          plan={stage.plan}
          mapping={<ColumnMapping plan={stage.plan} mapped={importState.columns} onApply={importState.check} />}
        />
      )
    case 'applying':
      return <UploadProgress share={stage.share} processingLabel="正在导入……" />
    case 'done':
      return <PlanView plan={stage.plan} />
  }
}

function StageActions({ importState, onClose }: { importState: Import; onClose: () => void }) {
  const { stage } = importState
  if (stage.at === 'choose')
    return (
      <Foot>
        <Button type="primary" disabled={!importState.file} onClick={() => importState.check()}>
          试运行
        </Button>
        <p className="text-sm text-muted">试运行只核对，不改动目录。</p>
      </Foot>
    )
  if (stage.at === 'plan') {
    const { create, update } = stage.plan.counts
    return (
      <Foot>
        <Button type="primary" disabled={create + update === 0} onClick={() => importState.apply(stage.plan)}>
          {create + update === 0 ? '没有可以导入的行' : `导入${create + update}个产品`}
        </Button>
        <Button onClick={() => importState.check()}>重新试运行</Button>
        <Button onClick={importState.goBack}>换个文件</Button>
      </Foot>
    )
  }
  if (stage.at === 'done')
    return (
      <Foot>
        <Button type="primary" onClick={onClose}>
          查看目录
        </Button>
        <Button onClick={() => importState.select(null)}>再导入一个文件</Button>
      </Foot>
    )
  return null
}

const Foot = ({ children }: { children: React.ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
)
