import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { MEMBER_ROLES } from '#contracts/colleagues/roles.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { InquiryCreate, InquirySummary } from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_MESSAGES } from '#contracts/inquiries/messages.ts'
import { TEXT } from '#contracts/limits.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { MemberPage } from '../../account/member-page.tsx'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { Dialog } from '../../components/dialog.tsx'
import { focusFirstField } from '../../components/focus-first-field.ts'
import { FormField } from '../../components/form-field.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { readFormValues } from '../../components/read-form-values.ts'
import { Tag } from '../../components/tag.tsx'
import { FormError } from '../../components/text-field.tsx'
import type { SitePage } from '../../page.ts'
import { Link, useNavigate } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { usePageQuery } from '../../use-page-query.ts'
import { describeStatus } from './describe-inquiry.ts'
import { ownInquiriesQuery, useInquiryCache } from './inquiry-queries.ts'

const SUBTITLE = '向几家厂商书面提同样的问题，截止后一起开启。'

export const page: SitePage<'inquiries'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <MemberPage
      title={SITE_PAGES.inquiries.title}
      subtitle={SUBTITLE}
      invitation={<p>登录后可以向厂商发出征询，在这里查看回答。</p>}
    >
      <OwnInquiries />
    </MemberPage>
  ),
}

function OwnInquiries() {
  const { user } = useSession()
  const { query, change } = usePageQuery(SITE_PAGES.inquiries.parameters)
  const [isCreating, setIsCreating] = useState(false)
  const { data, isPending, isLoadingError, error, refetch } = useQuery(ownInquiriesQuery(user?._id))
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  const { shortlist, project, products, catalogue } = query
  const hasSource = shortlist !== '' || project !== '' || products.length > 0
  function close() {
    setIsCreating(false)
    if (hasSource) change({ shortlist: '', project: '', products: [] }, { replace: true })
  }
  return (
    <div className="shell space-y-6 py-8">
      <Button onClick={() => setIsCreating(true)}>新建征询</Button>
      {data.length === 0 ? (
        <EmptyNotice message="还没有征询。新建一份，或在选型清单、产品对比或评估项目里选择“向厂商征询”，把资料里的未知列成问题。" />
      ) : (
        <ul className="grid gap-4 md:grid-cols-2">
          {data.map((inquiry) => (
            <li key={inquiry.id}>
              <InquiryCard inquiry={inquiry} />
            </li>
          ))}
        </ul>
      )}
      <Dialog isOpen={isCreating || hasSource} onClose={close} title="新建征询" className="max-w-lg">
        <CreateForm source={{ shortlist, project, products, catalogue }} />
      </Dialog>
    </div>
  )
}

const InquiryCard = ({ inquiry }: { inquiry: InquirySummary }) => (
  <Link to={PAGES.inquiry(inquiry.id)} className="card block h-full p-5 hover:border-indigo">
    <div className="flex items-start justify-between gap-3">
      <h2 className="text-lg wrap-anywhere">{inquiry.title}</h2>
      <span className="shrink-0">
        <Tag>{describeStatus(inquiry)}</Tag>
      </span>
    </div>
    <p className="mt-1 text-muted tabular-nums">
      邀请{inquiry.invited}个邮箱，{inquiry.submitted}份已提交
    </p>
    {inquiry.role === 'opener' && <p className="text-sm text-muted">您是第二位确认人，截止后与发出人一同确认开启。</p>}
    {(inquiry.role === 'coOwner' || inquiry.role === 'secretary') && (
      <p className="text-sm text-muted">我是{MEMBER_ROLES[inquiry.role]}</p>
    )}
    <p className="text-sm text-muted">
      {inquiry.deadline ? `${formatMinute(inquiry.deadline)}截止` : '还没有截止时间'}
    </p>
  </Link>
)

/** What a new inquiry is about: a shortlist, a project or products; all are blank for one that starts blank. */
type Source = { shortlist: string; project: string; products: readonly string[]; catalogue: Catalogue | undefined }

const toCreation = ({ shortlist, project, products, catalogue }: Source): Partial<InquiryCreate> => ({
  ...(shortlist !== '' && { shortlist }),
  ...(project !== '' && { project }),
  ...(products.length > 0 && { products: [...products], catalogue: catalogue ?? 'agent' }),
})

function describeSource({ shortlist, project, products }: Source): string | undefined {
  if (shortlist !== '') return '清单中的候选产品会加入征询，资料未知或待更新的项目列为问题，之后都可以增减。'
  if (project !== '')
    return '项目的候选会加入征询，资料未知或待更新的项目与价格准则列为问题，之后都可以增减；开启之后，回答与报价可以取回项目。'
  if (products.length > 0)
    return `对比中的${products.length}个产品会加入征询，资料未知或待更新的项目列为问题，之后都可以增减。`
  return undefined
}

/** Creates an inquiry, about its source if there is one, and opens it. */
function CreateForm({ source }: { source: Source }) {
  const navigate = useNavigate()
  const cache = useInquiryCache()
  const description = describeSource(source)
  const [isTitleMissing, setIsTitleMissing] = useState(false)
  const createMutation = useMutation({
    mutationFn: (title: string) => call(inquiryCalls.create, { body: { title, ...toCreation(source) } }),
    onSuccess: ({ data }) => navigate(PAGES.inquiry(data.id)),
    // Without a reply, it may have been created; the list behind the dialog shows it.
    onError: cache.reload,
  })
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const title = readFormValues(event.currentTarget).title?.trim() ?? ''
    setIsTitleMissing(title === '')
    if (title !== '') createMutation.mutate(title)
    else event.currentTarget.querySelector<HTMLElement>('[name="title"]')?.focus()
  }
  return (
    <form ref={focusFirstField} method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
      {description && <p>{description}</p>}
      <FormField label="标题" isRequired error={isTitleMissing ? INQUIRY_MESSAGES.title : undefined}>
        {(control) => (
          <input
            {...control}
            name="title"
            maxLength={TEXT.line}
            className={CONTROL_CLASS}
            placeholder="例如：客服智能体采购征询"
          />
        )}
      </FormField>
      <FormError>{createMutation.isError && toErrorMessage(createMutation.error)}</FormError>
      <Button type="submit" isBusy={createMutation.isPending} className="w-full">
        {createMutation.isPending ? '创建中……' : '创建征询'}
      </Button>
    </form>
  )
}
