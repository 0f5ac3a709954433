import { Button } from '../../parts/buttons.tsx'
import { Dialog } from '../../parts/dialog.tsx'

type ResetDialogProps = { isOpen: boolean; onClose: () => void; onReset: () => void }

/** Asks before what was typed is thrown away. */
export const ResetDialog = ({ isOpen, onClose, onReset }: ResetDialogProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="清空已填写的内容？" className="max-w-md">
    <p>表单中的全部内容和本机保存的草稿都会被清除，且无法恢复。</p>
    <div className="mt-6 flex flex-wrap justify-end gap-3">
      <Button look="outline" onClick={onClose}>
        取消
      </Button>
      <Button onClick={onReset}>清空</Button>
    </div>
  </Dialog>
)
