import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'

export type FormDialog = 'terms' | 'reset'
type FormDialogsProps = { openDialog: FormDialog | null; onClose: () => void; onReset: () => void }

/** The dialogs of the form, in a separate chunk, as few visitors open one. */
export const FormDialogs = ({ openDialog, onClose, onReset }: FormDialogsProps) => (
  <>
    <TermsDialog isOpen={openDialog === 'terms'} onClose={onClose} />
    <ResetDialog isOpen={openDialog === 'reset'} onClose={onClose} onReset={onReset} />
  </>
)

const TERMS = [
  { title: '资料真实', text: '您有权代表所填公司提交该产品，所填内容真实、可核实；如有变化，请及时更新。' },
  {
    title: '公开范围',
    text: '审核通过后，产品名称、产品描述、目标用户、核心功能、部署方式、官网与产品截图将在产品目录中公开展示。',
  },
  { title: '联系方式', text: '联系人姓名、邮箱与电话只用于审核沟通，不公开展示，也不提供给第三方。' },
  {
    title: '审核',
    text: `我们在${SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成初审，可以要求补充或改写无法核实的表述，也可以不予收录，并说明理由。`,
  },
  { title: '更正与下架', text: '登录后在“我的产品”可以随时更新产品资料；没有账号时，可以凭回执号要求更正或下架。' },
] as const

/** Shows the terms for vendors. */
const TermsDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="产品提交服务条款">
    <ol className="list-decimal space-y-3 pl-5">
      {TERMS.map(({ title, text }) => (
        <li key={title}>
          <strong className="font-semibold">{title}</strong>：{text}
        </li>
      ))}
    </ol>
  </Dialog>
)

type ResetDialogProps = { isOpen: boolean; onClose: () => void; onReset: () => void }

/** Asks for confirmation before resetting the form. */
const ResetDialog = ({ isOpen, onClose, onReset }: ResetDialogProps) => (
  <ConfirmDialog
    isOpen={isOpen}
    title="清空已填写的内容？"
    confirmLabel="清空"
    mutation={{ mutate: onReset }}
    onClose={onClose}
  >
    表单中的全部内容和本机保存的草稿都会被清除，且无法恢复。
  </ConfirmDialog>
)
