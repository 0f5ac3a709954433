import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import { vendorCalls } from '#contracts/vendors/calls.ts'
import { UPDATE_MESSAGES as MESSAGES } from '#contracts/vendors/messages.ts'
import type { PendingUpdate, ProductUpdateForm } from '#contracts/vendors/product-update.ts'
import { call } from '../../../shared/call.ts'
import { isCallError, toErrorMessage } from '../../../shared/call-error.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { focusElement } from '../../components/focus-element.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { queryOf } from '../../query-of.ts'
import { Link } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import type { SubmissionValues } from '../submit/submission-fields.ts'
import { SubmissionForm } from '../submit/submission-form.tsx'
import type { FormContent } from '../submit/use-send-form.ts'
import { PendingUpdateCard } from './pending-update-card.tsx'
import { createUpdateRequest, listChangedFields, toInitialValues } from './update-changes.ts'
import { openUpdateDraft } from './update-draft.ts'

/** Says what an update changes, and lists what the vendor has changed so far. */
function UpdatePanel({ form }: { form: ProductUpdateForm }) {
  const values = useWatch<SubmissionValues>()
  const changes: string[] = listChangedFields(values, form).map((field) => SUBMISSION_LABELS[field])
  const factCount = values.facts?.filter((fact) => fact?.value !== '').length ?? 0
  if (factCount > 0) changes.push(`产品资料${factCount}项`)
  if (values.additionalInfo?.trim()) changes.push(`${SUBMISSION_LABELS.additionalInfo}（供审核参考）`)
  return (
    <aside className="card p-5 lg:sticky lg:top-24" aria-label="改动的内容">
      <h3 className="text-sm font-medium">改动的内容</h3>
      {changes.length === 0 ? (
        <p className="mt-1 text-muted">{MESSAGES.nothingChanged}</p>
      ) : (
        <ul className="mt-1 list-disc pl-5">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <ul className="mt-4 space-y-2 border-t border-line pt-4 text-sm text-muted">
        <li>表单里是产品现在的内容。改动的部分通过审核后更新，其余保持不变。</li>
        {form.screenshotCount > 0 && (
          <li>现有的{form.screenshotCount}张截图保持不变；上传新的截图，会全部替换它们。</li>
        )}
        <li>{SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成审核，审核期间产品照常显示。</li>
        <li>未提交的改动自动保存在本机浏览器中。</li>
      </ul>
    </aside>
  )
}

/**
 * Returns the query for the form of a product's update. It is read once per visit: the form compares its fields with
 * what it started with.
 */
const updateFormQuery = (id: string, userId: string) => ({
  ...dataOf(queryOf(vendorCalls.getUpdateForm, { params: { id } }, userId)),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export type ProductUpdateProps = { id: string; userId: string }

/** Updates a listed product by its vendor: the form with its present values, or the update that waits for review. */
export function ProductUpdate({ id, userId }: ProductUpdateProps) {
  const client = useQueryClient()
  const options = updateFormQuery(id, userId)
  const { data: form, isPending, isLoadingError, error, refetch } = useQuery(options)
  /** Whether the pending update was sent on this visit. */
  const [isNew, setIsNew] = useState(false)
  if (isPending) return <PageSkeleton />
  if (isLoadingError)
    return (
      <>
        <BackLink />
        {isCallError(error) && error.status === 403 ? (
          <NotVendorNotice message={error.message} />
        ) : (
          <ErrorNotice message={toErrorMessage(error, MESSAGES.loadFailed)} onRetry={() => refetch()} />
        )}
      </>
    )

  function handleSent(pending: PendingUpdate) {
    setIsNew(true)
    client.setQueryData(options.queryKey, (reply) => reply && { ...reply, data: { ...reply.data, pending } })
  }

  return (
    <>
      <BackLink />
      <h2 ref={focusElement} tabIndex={-1} className="mt-2 mb-6 text-2xl outline-none">
        更新“{form.name}”的资料
      </h2>
      {form.pending ? (
        <PendingUpdateCard
          form={form}
          pending={form.pending}
          isNew={isNew}
          draftStorage={openUpdateDraft(form, userId)}
          onWithdrawn={() => void refetch()}
        />
      ) : (
        <UpdateForm form={form} userId={userId} onSent={handleSent} />
      )}
    </>
  )
}

/** Says which account can update the product. */
function NotVendorNotice({ message }: { message: string }) {
  const { user } = useSession()
  return (
    <p role="alert" className="mt-4 max-w-prose">
      {message}。请用产品登记的联系邮箱，或其厂商组织成员的账号登录，并验证邮箱。当前账号：{user?.email}。
    </p>
  )
}

const BackLink = () => (
  <Link to={PAGES.myProducts} className="inline-flex min-h-11 items-center gap-2 text-indigo hover:underline">
    <ArrowLeft className="size-4" aria-hidden />
    我的产品
  </Link>
)

type UpdateFormProps = { form: ProductUpdateForm; userId: string; onSent: (pending: PendingUpdate) => void }

function UpdateForm({ form, userId, onSent }: UpdateFormProps) {
  const draft = useMemo(() => openUpdateDraft(form, userId), [form, userId])
  const initialValues = useMemo(() => toInitialValues(form), [form])

  async function handleSend(content: FormContent) {
    const body = createUpdateRequest(content, form)
    const { data } = await call(vendorCalls.sendUpdate, { params: { id: form.id }, body })
    onSent({ ...data, isReturned: false })
  }

  return (
    <SubmissionForm
      label="更新资料"
      submitLabel="提交更新"
      draftStorage={draft}
      onSend={handleSend}
      initialValues={initialValues}
      currentFacts={form.facts}
      panel={<UpdatePanel form={form} />}
    />
  )
}
