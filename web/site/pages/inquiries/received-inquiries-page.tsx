import { useQuery } from '@tanstack/react-query'
import { receivedInquiryCalls } from '#contracts/inquiries/answering-calls.ts'
import type { ReceivedInquiry } from '#contracts/inquiries/received.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { MemberPage } from '../../account/member-page.tsx'
import { OwnList } from '../../account/own-list.tsx'
import { Button } from '../../components/buttons.tsx'
import { EmptyNotice } from '../../components/page-states.tsx'
import { Tag } from '../../components/tag.tsx'
import { FormError } from '../../components/text-field.tsx'
import type { SitePage } from '../../page.ts'
import { useNavigate } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { describeReceived } from './describe-inquiry.ts'
import { receivedInquiriesQuery } from './inquiry-queries.ts'

const SUBTITLE = '采购方发给您的邮箱与您的厂商组织的征询，以及关于您所代表的产品的征询。'

export const page: SitePage<'receivedInquiries'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <MemberPage
      title={SITE_PAGES.receivedInquiries.title}
      subtitle={SUBTITLE}
      invitation={<p>厂商登录后，可以在这里查看并答复收到的征询；没有账号的，用邀请邮件中的链接即可。</p>}
    >
      <div className="shell py-8">
        <ReceivedInquiries />
      </div>
    </MemberPage>
  ),
}

function ReceivedInquiries() {
  const { user } = useSession()
  return (
    <OwnList
      query={useQuery(receivedInquiriesQuery(user?._id))}
      getItems={(inquiries) => inquiries}
      getKey={({ id }) => id}
      renderEmpty={() => (
        <EmptyNotice message="还没有收到征询。邮箱验证之后，寄到它的征询与关于您所代表的产品的征询都会列在这里。" />
      )}
      className="grid gap-4 md:grid-cols-2"
    >
      {(received) => <ReceivedCard received={received} />}
    </OwnList>
  )
}

function ReceivedCard({ received }: { received: ReceivedInquiry }) {
  const { title, productName, askerName, email, deadline, isOwnAddress, organisation, canAnswer, submittedAt } =
    received
  return (
    <section aria-label={title} className="card flex h-full flex-col p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-lg wrap-anywhere">{title}</h2>
        <span className="shrink-0">
          <Tag>{describeReceived(received)}</Tag>
        </span>
      </div>
      <p className="mt-1 wrap-anywhere">
        {productName}
        <span className="text-muted">{askerName === '' ? '，询问人没有署名' : `，询问人：${askerName}`}</span>
      </p>
      <p className="text-sm text-muted">
        <span>{formatMinute(deadline)}（北京时间）截止</span>
        <span>{submittedAt !== null && `，${formatMinute(submittedAt)}已提交`}</span>
      </p>
      <div className="mt-auto pt-3">
        {organisation !== null && (
          <p className="mb-3 text-sm wrap-anywhere text-muted">
            邀请寄给了{email}，您可以以{organisation}成员的身份填写。
          </p>
        )}
        {isOwnAddress || organisation !== null ? (
          <OpenButton id={received.id} label={canAnswer ? '填写回答' : '查看回答'} />
        ) : (
          <p className="text-sm wrap-anywhere text-muted">
            邀请寄给了{email}，不是您的厂商组织的邮箱，请那边用邮件中的链接填写，或请对方另邀请您的邮箱。
          </p>
        )}
      </div>
    </section>
  )
}

function OpenButton({ id, label }: { id: string; label: string }) {
  const navigate = useNavigate()
  const openMutation = useMutation({
    mutationFn: () => call(receivedInquiryCalls.createLink, { params: { id } }),
    onSuccess: ({ data }) => navigate(`${PAGES.inquiryAnswering}#${data.token}`),
  })
  return (
    <>
      {openMutation.isError && (
        <div className="mb-3">
          <FormError>{toErrorMessage(openMutation.error)}</FormError>
        </div>
      )}
      <Button variant="secondary" isBusy={openMutation.isPending} onClick={() => openMutation.mutate()}>
        {openMutation.isPending ? '打开中……' : label}
      </Button>
    </>
  )
}
