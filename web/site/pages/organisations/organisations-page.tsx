import { useQuery } from '@tanstack/react-query'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import type { OwnOrganisations, OwnVendorRequest } from '#contracts/vendors/organisation.ts'
import { organisationCalls } from '#contracts/vendors/organisation-calls.ts'
import { VENDOR_ORGANISATION_MESSAGES as MESSAGES } from '#contracts/vendors/organisation-messages.ts'
import { VENDOR_REQUEST_STATUS_LABELS, VENDOR_ROLES } from '#contracts/vendors/organisation-roles.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatDay } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { EmailVerificationPrompt } from '../../account/email-verification-prompt.tsx'
import { MemberPage } from '../../account/member-page.tsx'
import { Button } from '../../components/buttons.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { Tag } from '../../components/tag.tsx'
import { useToast } from '../../components/toast.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { usePageQuery } from '../../use-page-query.ts'
import { FoundingForm, RequestForm } from './founding-forms.tsx'
import { getOrganisationUrl, ownOrganisationsQuery, useReloadOrganisations } from './organisation-queries.ts'
import { OrganisationView } from './organisation-view.tsx'

const SUBTITLE = '与同事一起代表公司的产品：更新资料、回复评价、对评估作声明。'

export const page: SitePage<'myOrganisations'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <MemberPage
      title={SITE_PAGES.myOrganisations.title}
      subtitle={SUBTITLE}
      action={
        <Link to={PAGES.myProducts} className="mt-2 inline-flex min-h-11 items-center text-indigo underline">
          我的产品
        </Link>
      }
      invitation={<p>厂商的同事登录后，可以在这里成立组织、接受邀请。</p>}
    >
      <div className="shell max-w-4xl py-8">
        <Content />
      </div>
    </MemberPage>
  ),
}

function Content() {
  const { user } = useSession()
  const { query } = usePageQuery(SITE_PAGES.myOrganisations.parameters)
  const userId = user?._id ?? ''
  return query.id ? (
    <OrganisationView key={query.id} id={query.id} userId={userId} />
  ) : (
    <Organisations userId={userId} />
  )
}

function Organisations({ userId }: { userId: string }) {
  const { data, isPending, isLoadingError, error, refetch } = useQuery(ownOrganisationsQuery(userId))
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  if (!data.isEmailVerified) return <EmailVerificationPrompt reason="邮箱验证之后，才能成立组织或接受邀请。" />
  return (
    <div className="grid gap-8">
      {data.organisations.length > 0 && (
        <ul className="grid gap-4">
          {data.organisations.map((organisation) => (
            <li key={organisation.id}>
              <OrganisationCard organisation={organisation} />
            </li>
          ))}
        </ul>
      )}
      <Claim claim={data.claim} />
      {data.requests.length > 0 && <Requests requests={data.requests} />}
      <RequestForm />
    </div>
  )
}

function OrganisationCard({ organisation }: { organisation: OwnOrganisations['organisations'][number] }) {
  const { id, name, role, isInvitation } = organisation
  return (
    <section aria-label={name} className="card flex flex-wrap items-center justify-between gap-3 p-5">
      <div className="min-w-0">
        <h2 className="text-lg wrap-anywhere">
          {isInvitation ? (
            name
          ) : (
            <Link to={getOrganisationUrl(id)} className="hover:text-indigo hover:underline">
              {name}
            </Link>
          )}
        </h2>
        <p className="text-sm text-muted">
          {isInvitation ? `邀请您担任${VENDOR_ROLES[role]}` : `您的身份：${VENDOR_ROLES[role]}`}
        </p>
      </div>
      {isInvitation && <AcceptButton id={id} name={name} />}
    </section>
  )
}

function AcceptButton({ id, name }: { id: string; name: string }) {
  const showToast = useToast()
  const reload = useReloadOrganisations()
  const acceptMutation = useMutation({
    mutationFn: () => call(organisationCalls.accept, { params: { id } }),
    onSuccess: () => showToast(MESSAGES.accepted, 'success'),
    onError: (error) => showToast(toErrorMessage(error), 'error'),
    onSettled: reload,
  })
  return (
    <Button isBusy={acceptMutation.isPending} aria-label={`接受邀请：${name}`} onClick={() => acceptMutation.mutate()}>
      接受邀请
    </Button>
  )
}

/** What the member's address proves, and the form that founds an organisation with it. */
function Claim({ claim: { domain, takenBy, products } }: { claim: OwnOrganisations['claim'] }) {
  if (products.length > 0) return <FoundingForm products={products} />
  if (takenBy !== null)
    return (
      <p className="text-muted">
        域名{domain}已由“{takenBy}”证明，请让它的管理邀请您。
      </p>
    )
  return (
    <p className="text-muted">
      {domain === null
        ? '您用的是公共邮箱，它的域名不能证明您代表哪家公司。'
        : `目录中没有官网在${domain}、且还没有组织代表的产品。`}
    </p>
  )
}

const Requests = ({ requests }: { requests: readonly OwnVendorRequest[] }) => (
  <section aria-labelledby="organisation-requests">
    <h2 id="organisation-requests" className="text-lg">
      我的申请
    </h2>
    <ul className="mt-3 divide-y divide-line border-y border-line">
      {requests.map((request) => (
        <li key={request.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{request.name}</p>
            <p className="text-sm wrap-anywhere text-muted">
              {`${formatDay(request.createdAt)}提交${request.reason === '' ? '' : `，原因：${request.reason}`}`}
            </p>
          </div>
          <div className="flex items-center gap-3">
            <Tag>{VENDOR_REQUEST_STATUS_LABELS[request.status]}</Tag>
            {request.status === 'pending' && <WithdrawButton request={request} />}
          </div>
        </li>
      ))}
    </ul>
  </section>
)

function WithdrawButton({ request: { id, name } }: { request: OwnVendorRequest }) {
  const showToast = useToast()
  const reload = useReloadOrganisations()
  const withdrawMutation = useMutation({
    mutationFn: () => call(organisationCalls.withdrawRequest, { params: { id } }),
    onSuccess: () => showToast(MESSAGES.requestWithdrawn, 'success'),
    onError: (error) => showToast(toErrorMessage(error), 'error'),
    onSettled: reload,
  })
  return (
    <Button
      variant="outline"
      className="px-3 text-sm"
      isBusy={withdrawMutation.isPending}
      aria-label={`撤回申请：${name}`}
      onClick={() => withdrawMutation.mutate()}
    >
      撤回
    </Button>
  )
}
