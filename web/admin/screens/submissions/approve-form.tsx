import { Button, Input, Radio } from 'antd'
import { TEXT } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import type { ApprovalInfo, ExistingProduct } from '#contracts/submission-review/approval.ts'
import { useTrackOpenChoice } from '../../components/use-leave-guard.ts'
import { ApprovalDetails, ApprovalField } from './approval-details.tsx'
import { SimilarItems } from './similar-items.tsx'
import { type ApprovalOptions, type Choice, useApproval } from './use-approval.ts'

const SUBMIT_LABELS: Record<Choice, string> = { create: '通过', rename: '通过', update: '更新并通过', reject: '拒绝' }

/** Approves a submission as a new product, or as an update of the product of the same name; or rejects it. */
export function ApproveForm(options: ApprovalOptions) {
  const { record, approval, onClose } = options
  const { existing } = approval
  const { choice, category, name, errors, ...form } = useApproval(options)
  useTrackOpenChoice(true)
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <div className="flex max-h-[calc(90vh-12rem)] flex-col gap-4 overflow-y-auto">
        {record.update && <UpdateIntroduction existing={existing} error={errors.name} />}
        {!record.update && existing && (
          <DuplicateName existing={existing} choice={choice} onSelect={form.selectChoice} />
        )}
        {!existing && <p>将在智能体产品目录中创建产品并立即公开，厂商可以凭回执看到结果与审核意见。</p>}
        {choice === 'rename' && (
          <ApprovalField label="产品名称" error={errors.name}>
            {(id) => (
              <Input
                id={id}
                value={name}
                maxLength={TEXT.line}
                onChange={(event) => form.setName(event.target.value)}
              />
            )}
          </ApprovalField>
        )}
        {choice === 'reject' ? (
          <RejectionPreview notes={form.rejectionNotes} />
        ) : (
          <ApprovalDetails
            record={record}
            approval={approval}
            isUpdate={choice === 'update'}
            category={category}
            categoryError={errors.category}
            onCategoryChange={form.setCategory}
            acceptsContact={form.acceptsContact}
            onAcceptsContactChange={form.setAcceptsContact}
          />
        )}
        <SimilarToSubmission approval={approval} />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>取消</Button>
        <Button
          type="primary"
          danger={choice === 'reject'}
          htmlType="submit"
          loading={form.isSubmitting}
          // Otherwise Enter would close the dialog, whose first button has the focus.
          autoFocus={existing === null || record.update !== null}
        >
          {SUBMIT_LABELS[choice]}
        </Button>
      </div>
    </form>
  )
}

type UpdateIntroductionProps = { existing: ExistingProduct | null; error: string | undefined }

/** Says that the vendor asks to update a product, and why that failed. */
const UpdateIntroduction = ({ existing, error }: UpdateIntroductionProps) => (
  <div>
    <p>
      {existing
        ? '这是厂商对目录中已有产品的更新。通过后只改动以下内容，产品的其他内容保持不变。'
        : '这是厂商对已有产品的更新，但那个产品已不在目录中。'}
    </p>
    {error && (
      <p role="alert" className="text-danger">
        {error}
      </p>
    )}
  </div>
)

type DuplicateNameProps = { existing: ExistingProduct; choice: Choice; onSelect: (choice: Choice) => void }

/** Asks what to do if a product with the same name exists. */
const DuplicateName = ({ existing, choice, onSelect }: DuplicateNameProps) => (
  <fieldset className="m-0 border-0 p-0" ref={focusCheckedOption}>
    <legend className="px-0 pb-2">
      目录中已有
      <a href={PAGES.product(existing.id)} target="_blank" rel="noopener noreferrer" className="underline">
        “{existing.name}”
      </a>
      ，这条提交怎样处理？
    </legend>
    <Radio.Group
      className="flex flex-col gap-1"
      value={choice}
      onChange={(event) => onSelect(event.target.value)}
      options={[
        { value: 'rename', label: '换一个名称，创建新产品' },
        { value: 'update', label: '更新已有的产品' },
        { value: 'reject', label: '拒绝，并告知厂商产品已收录' },
      ]}
    />
  </fieldset>
)

const focusCheckedOption = (options: HTMLElement | null) =>
  options?.querySelector<HTMLInputElement>('input:checked')?.focus()

const RejectionPreview = ({ notes }: { notes: string }) => (
  <div>
    <p>厂商凭回执可以看到以下审核意见：</p>
    <p className="mt-2 border-l-2 border-control pl-3 whitespace-pre-line">{notes}</p>
  </div>
)

/** The products and submissions that are similar to the submission, except the product of the same name. */
function SimilarToSubmission({ approval }: { approval: ApprovalInfo }) {
  const { existing, products, submissions } = approval
  const otherProducts = products.filter(({ id }) => id !== existing?.id)
  if (otherProducts.length + submissions.length === 0) return null
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-muted">相似的产品与提交，请先核对是否重复</p>
      <div className="max-h-52 overflow-y-auto">
        <SimilarItems products={otherProducts} submissions={submissions} />
      </div>
    </div>
  )
}
