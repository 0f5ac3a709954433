import { Modal } from 'antd'
import { useReturnFocus } from '../components/use-return-focus.ts'

type ListKeysDialogProps = { isSelectable: boolean; onClose: () => void }

/** Explains the keys of a list (`useListKeys`), and those that work everywhere. */
export function ListKeysDialog({ isSelectable, onClose }: ListKeysDialogProps) {
  useReturnFocus()
  const keys: readonly (readonly [keys: readonly string[], action: string])[] = [
    [['J', 'K'], '下一行、上一行'],
    [['Enter', 'E'], '打开这一行'],
    ...(isSelectable
      ? ([
          [['X'], '选择或取消选择这一行'],
          [['B'], '转到批量操作'],
        ] as const)
      : []),
    [['/'], '搜索列表'],
    [['Ctrl+K', '⌘K'], '查找页面、内容与操作'],
    [['?'], '显示这个说明'],
  ]
  return (
    <Modal open title="列表的快捷键" footer={null} width={420} onCancel={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3 pt-2">
        {keys.map(([names, action]) => (
          <div key={action} className="contents">
            <dt className="flex gap-1.5">
              {names.map((name) => (
                <kbd key={name} className="rounded border border-line bg-sunken px-1.5 text-sm">
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
