import { Alert, Button, Drawer, Steps } from 'antd'
import { CATALOGUE_NAMES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useConfirm } from '../../../parts/use-confirm.ts'
import { ChooseFile } from './choose-file.tsx'
import { PlanView } from './plan-view.tsx'
import { Sending } from './sending.tsx'
import { type Import, type Stage, useImport } from './use-import.ts'

type ImportDrawerProps = { catalogue: Catalogue; isOpen: boolean; onClose: () => void; onImported: () => unknown }

const WIDTH = 960

/** Brings products in from a table in three steps; nothing is changed before the last. */
export function ImportDrawer({ isOpen, ...of }: ImportDrawerProps) {
  return isOpen ? <OpenImport {...of} /> : null
}

function OpenImport({ catalogue, onClose, onImported }: Omit<ImportDrawerProps, 'isOpen'>) {
  const confirm = useConfirm()
  const of = useImport(catalogue, onImported)
  const { stage } = of
  function leave() {
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
      title={`导入到${CATALOGUE_NAMES[catalogue]}`}
      closable={stage.at !== 'applying'}
      onClose={leave}
      footer={<Acts of={of} onClose={onClose} />}
    >
      <div className="flex flex-col gap-5">
        <Steps
          size="small"
          current={STEP[stage.at]}
          responsive={false}
          items={[{ title: '选文件' }, { title: '核对' }, { title: '导入' }]}
        />
        {of.failure && <Alert type="error" showIcon role="alert" title={of.failure} />}
        <Body of={of} catalogue={catalogue} />
      </div>
    </Drawer>
  )
}

const STEP: Record<Stage['at'], number> = { choose: 0, checking: 0, plan: 1, applying: 2, done: 3 }

function Body({ of, catalogue }: { of: Import; catalogue: Catalogue }) {
  const { stage } = of
  switch (stage.at) {
    case 'choose':
      return <ChooseFile of={of} catalogue={catalogue} />
    case 'checking':
      return <Sending share={stage.share} sent="正在逐行核对……" onCancel={of.cancel} />
    case 'plan':
      return <PlanView plan={stage.plan} />
    case 'applying':
      return <Sending share={stage.share} sent="正在导入……" />
    case 'done':
      return <PlanView plan={stage.plan} />
  }
}

function Acts({ of, onClose }: { of: Import; onClose: () => void }) {
  const { stage } = of
  if (stage.at === 'choose')
    return (
      <Foot>
        <Button type="primary" disabled={!of.file} onClick={of.check}>
          试运行
        </Button>
        <p className="text-sm text-muted">试运行只核对，不改动目录。</p>
      </Foot>
    )
  if (stage.at === 'plan') {
    const { create, update } = stage.plan.counts
    return (
      <Foot>
        <Button type="primary" disabled={create + update === 0} onClick={() => of.apply(stage.plan)}>
          {create + update === 0 ? '没有可以导入的行' : `导入${create + update}个产品`}
        </Button>
        <Button onClick={of.check}>重新试运行</Button>
        <Button onClick={of.back}>换个文件</Button>
      </Foot>
    )
  }
  if (stage.at === 'done')
    return (
      <Foot>
        <Button type="primary" onClick={onClose}>
          查看目录
        </Button>
        <Button onClick={() => of.choose(null)}>再导入一个文件</Button>
      </Foot>
    )
  return null
}

const Foot = ({ children }: { children: React.ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
)
