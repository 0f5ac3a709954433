import { App, Button, Drawer, Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { BankDetails, BankImport, PlatformBank } from '#contracts/question-banks/bank.ts'
import { platformQuestionBankCalls } from '#contracts/question-banks/calls.ts'
import { BANK_MESSAGES } from '#contracts/question-banks/messages.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { upload } from '../../calls/upload.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FileInput } from '../../components/file-input.tsx'
import { FormError } from '../../components/form-error.tsx'
import { useConfirmBeforeClose } from '../../components/use-confirm-before-close.ts'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'

const FORM_ID = 'question-bank-import'

type ImportDrawerProps = {
  /** The bank that gets a new version; `null` for a new one. */
  bank: PlatformBank | null
  onImported: () => unknown
  onClose: () => void
}

/** Imports a file of tasks as a bank of the platform, or as its next version. */
export function ImportDrawer({ bank, onImported, onClose }: ImportDrawerProps) {
  useReturnFocus()
  const { message } = App.useApp()
  const [form] = Form.useForm<BankDetails>()
  const [newId] = useState<string>(() => crypto.randomUUID())
  const [file, setFile] = useState<File | null>(null)
  const [isDirty, setIsDirty] = useState(false)
  const fileInput = useRef<HTMLInputElement>(null)
  useLeaveGuard(FORM_ID, { isDirty: isDirty || file !== null })
  const close = useConfirmBeforeClose({ isDirty: isDirty || file !== null, onClose })
  const importMutation = useMutation({
    mutationFn: ({ selected, details }: { selected: File; details: BankDetails }) =>
      upload(platformQuestionBankCalls.import, {
        params: { bank: bank?.id ?? newId },
        file: selected,
        filename: selected.name,
        fields: { ...details, mode: 'apply' },
      }),
    onSuccess(result) {
      if (result.errors.length > 0) return
      message.success(`已导入${result.added}个任务，第${result.version}版；核对后请发布`)
      onClose()
    },
    onError: (error) => showServerErrors(form, error),
    onSettled: onImported,
  })
  const result = importMutation.data
  return (
    <Drawer
      open
      size={560}
      title={bank ? `“${bank.title}”的新版本` : '导入题库'}
      mask={{ closable: false }}
      onClose={close}
    >
      <Form<BankDetails>
        name={FORM_ID}
        form={form}
        layout="vertical"
        initialValues={bank ? { ...bank, tags: bank.tags.join('、') } : BLANK_DETAILS}
        onValuesChange={() => setIsDirty(true)}
        onFinish={(details) => file && importMutation.mutate({ selected: file, details })}
      >
        <FormError
          error={importMutation.error}
          fallback={ADMIN_MESSAGES.actionFailed}
          describeError={describeActionError}
        />
        <Form.Item
          name="title"
          label="题库名称"
          rules={[{ required: true, whitespace: true, message: BANK_MESSAGES.title }]}
        >
          <Input maxLength={TEXT.line} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="licence"
          label="许可"
          rules={[{ required: true, whitespace: true, message: BANK_MESSAGES.licence }]}
        >
          <Input maxLength={TEXT.line} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="source"
          label="来源"
          rules={[{ required: true, whitespace: true, message: BANK_MESSAGES.source }]}
        >
          <Input maxLength={TEXT.paragraph} autoComplete="off" />
        </Form.Item>
        <Form.Item name="description" label="说明">
          <Input.TextArea rows={3} maxLength={TEXT.paragraph} />
        </Form.Item>
        <Form.Item name="tags" label="标签" extra="用顿号或逗号分开。">
          <Input maxLength={TEXT.line} autoComplete="off" />
        </Form.Item>
        <FileInput
          ref={fileInput}
          label="选择任务文件"
          accept=".csv,.xlsx,.json,.jsonl,.yaml,.yml"
          onSelect={([selected]) => selected && setFile(selected)}
        />
        <p className="pb-3 text-sm text-muted">CSV、Excel、JSONL、promptfoo的YAML，或Inspect的数据集。</p>
        <div className="flex flex-wrap items-center gap-3 pb-4">
          <Button onClick={() => fileInput.current?.click()}>{file ? '另选文件' : '选择文件'}</Button>
          {file && <span className="wrap-anywhere">{file.name}</span>}
        </div>
        {result && result.errors.length > 0 && <ImportErrors errors={result.errors} />}
        <Button type="primary" htmlType="submit" disabled={!file} loading={importMutation.isPending}>
          导入
        </Button>
      </Form>
    </Drawer>
  )
}

const BLANK_DETAILS: BankDetails = { title: '', licence: '', source: '', description: '', tags: '' }

const ImportErrors = ({ errors }: Pick<BankImport, 'errors'>) => (
  <section aria-label="有误之处" className="pb-4">
    <p role="alert" className="font-semibold">
      有{errors.length}处需要改正，还没有导入任何任务。
    </p>
    <ul className="list-disc pl-5">
      {withKeys(errors, ({ place }) => place).map(({ key, item: { place, message } }) => (
        <li key={key} className="wrap-anywhere">
          {place}：{message}
        </li>
      ))}
    </ul>
  </section>
)
