import { useQuery } from '@tanstack/react-query'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { PUBLICATION_MESSAGES } from '#contracts/published-evaluations/messages.ts'
import type { PublishedEvaluation } from '#contracts/published-evaluations/published-evaluation.ts'
import { isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { formatDay } from '../../../shared/formats.ts'
import { EmailVerificationPrompt } from '../../account/email-verification-prompt.tsx'
import { MembersOnly } from '../../account/members-only.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import { VerdictSeal } from '../../components/verdict-seal.tsx'
import type { SitePage } from '../../page.ts'
import { Link, usePathParameter } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { useQueries } from '../../site-context.tsx'
import { ownProductsQuery } from '../my/vendor-products.ts'
import { OwnStatements, ownStatementsQuery } from './own-statements.tsx'
import { StatementForm } from './statement-form.tsx'

const SUBTITLE = '产品的厂商可以就平台的评估作一则声明，审核通过后显示在产品页。'

export const page: SitePage<'vendorStatement'> = {
  queries: (queries, { params }) => [
    queries.product('agent', params.id ?? ''),
    queries.publishedEvaluation('agent', params.id ?? ''),
  ],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: StatementPage,
}

function StatementPage() {
  const id = usePathParameter('id')
  const queries = useQueries()
  const productQuery = useQuery(queries.product('agent', id))
  const evaluationQuery = useQuery(queries.publishedEvaluation('agent', id))
  if (productQuery.isPending || evaluationQuery.isPending) return <PageSkeleton />
  const failedQuery = [productQuery, evaluationQuery].find(({ isLoadingError }) => isLoadingError)
  if (failedQuery && isNotFound(failedQuery.error)) return <NoEvaluation title={failedQuery.error.message} />
  if (failedQuery)
    return <ErrorNotice message={toErrorMessage(failedQuery.error)} onRetry={() => failedQuery.refetch()} />
  const { data: evaluation } = evaluationQuery
  if (!evaluation)
    return <NoEvaluation title={SITE_PAGES.vendorStatement.title} message="这个产品没有平台发布的评估。" />
  if (evaluation.isExample)
    return <NoEvaluation title={SITE_PAGES.vendorStatement.title} message="这个产品的评估是示例，不接受厂商声明。" />
  return (
    <>
      <PageTitle title={`${productQuery.data?.name ?? ''}的厂商声明`} subtitle={SUBTITLE} />
      <MembersOnly
        invitation={
          <p className="max-w-prose">
            请用产品登记的联系邮箱，或其厂商组织成员的账号登录或注册，并验证邮箱。不便注册的厂商，可以联系我们代为填写。
          </p>
        }
      >
        <div className="shell py-10">
          <Statement evaluation={evaluation} />
        </div>
      </MembersOnly>
    </>
  )
}

/** The form, if the member represents the product's vendor. */
function Statement({ evaluation }: { evaluation: PublishedEvaluation }) {
  const { user } = useSession()
  const productsQuery = useQuery(ownProductsQuery(user?._id ?? ''))
  const statementsQuery = useQuery(ownStatementsQuery(evaluation.id))
  const failedQuery = [productsQuery, statementsQuery].find(({ error, data }) => error && !data)
  if (failedQuery)
    return <ErrorNotice message={toErrorMessage(failedQuery.error)} onRetry={() => failedQuery.refetch()} />
  if (!productsQuery.data || !statementsQuery.data) return <PageSkeleton />
  const { isEmailVerified, products } = productsQuery.data
  if (!isEmailVerified && user?.role === 'member')
    return <EmailVerificationPrompt reason="账号的邮箱验证之后，才能提交声明。" />
  if (!products.some(({ id }) => id === evaluation.product.id))
    return (
      <p role="alert">
        {PUBLICATION_MESSAGES.notVendor}。当前账号：{user?.email}。
      </p>
    )
  const [latest] = statementsQuery.data
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[1.4fr_1fr]">
      <StatementForm evaluationId={evaluation.id} initialText={latest?.status === 'rejected' ? latest.text : ''} />
      <div className="space-y-6">
        <EvaluationSummary evaluation={evaluation} />
        <OwnStatements statements={statementsQuery.data} />
      </div>
    </div>
  )
}

const NoEvaluation = ({ title, message }: { title: string; message?: string }) => (
  <>
    <PageTitle title={title} />
    <Section>
      <EmptyNotice message={message ?? '请核对地址是否完整。'}>
        <ButtonLink link={PAGES.products}>查看全部产品</ButtonLink>
      </EmptyNotice>
    </Section>
  </>
)

/** The evaluation that the statement is about. */
const EvaluationSummary = ({ evaluation }: { evaluation: PublishedEvaluation }) => (
  <section className="card flex items-center gap-4 p-5" aria-label="所评的结果">
    <VerdictSeal verdict={evaluation.recommendation} className="size-16" />
    <div>
      <p className="font-semibold">
        {evaluation.recommendation}，{evaluation.score}分
      </p>
      <p className="text-sm text-muted">
        {formatDay(evaluation.evaluatedAt)}评估，有效至{formatDay(evaluation.validUntil)}
      </p>
      <Link
        to={buildPageUrl(PAGES.product(evaluation.product.id), SITE_PAGES.product.parameters, { tab: 'evaluation' })}
        className="inline-flex min-h-11 items-center text-sm text-indigo hover:underline"
      >
        查看评估
      </Link>
    </div>
  </section>
)
