import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { COMPARISON, EVALUATION_ANALYSIS } from '#contracts/limits.ts'
import { buildPageUrl, matchPath } from '#contracts/page-url.ts'
import { fillPath, PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import type { Shortlist } from '#contracts/shortlists/shortlist.ts'
import { call } from '../../../shared/call.ts'
import { isCallError, toErrorMessage } from '../../../shared/call-error.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { createIdempotencyKey } from '../../../shared/idempotency-key.ts'
import { useSession } from '../../../shared/session.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { useAccountDialogs } from '../../account/use-account-dialogs.tsx'
import { Button, getButtonClass } from '../../components/buttons.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice, NotFoundNotice } from '../../components/page-states.tsx'
import { PageTitle } from '../../components/section.tsx'
import { useToast } from '../../components/toast.tsx'
import type { SitePage } from '../../page.ts'
import { Link, useLocation, useNavigate } from '../../router.tsx'
import { useQueries, useSite } from '../../site-context.tsx'
import { CandidateList, CandidateToggle } from './candidate-list.tsx'
import { describeContents } from './describe-contents.ts'
import { OwnShortlistForm } from './own-shortlist-form.tsx'
import { KIND_LABELS, RequirementRows } from './requirement-rows.tsx'
import { ResultLists } from './result-lists.tsx'
import { memberShortlistQuery, SHORTLISTS_KEY } from './shortlist-queries.ts'

const LIST_PAGES = { agent: SITE_PAGES.products, ai: SITE_PAGES.ai } as const

export const page: SitePage<'shortlist'> = {
  queries: (queries, { params }) => [queries.shortlist(params.id ?? '')],
  head({ match, client, queries }) {
    const shortlist = client.getQueryData(queries.shortlist(match.params.id ?? '').queryKey)
    return {
      title: shortlist?.title,
      description: '候选产品，以及按要求列出的产品：满足、待确认与不满足，逐条说明原因。',
      noIndex: true,
    }
  },
  Component: ShortlistPage,
}

function ShortlistPage() {
  const { pathname } = useLocation()
  const id = matchPath(SITE_PAGES.shortlist.path, pathname)?.id ?? ''
  const { user } = useSession()
  const queries = useQueries()
  const client = useQueryClient()
  const sharedQuery = queries.shortlist(id)
  const { data, error, refetch, isPlaceholderData } = useQuery(
    user
      ? {
          ...memberShortlistQuery(id, user._id),
          // The view that the server rendered for all visitors is shown until the member's own is loaded.
          placeholderData: () => client.getQueryData(sharedQuery.queryKey),
        }
      : sharedQuery,
  )
  if (error && isCallError(error) && error.status === 404) return <NoShortlist message={error.message} />
  // If a refetch fails, the shortlist stays, with the owner's edits.
  if (error && !data) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  if (!data) return <PageSkeleton />
  return <ShortlistView shortlist={data} isOwnerKnown={!isPlaceholderData} userId={user?._id ?? ''} />
}

const NoShortlist = ({ message }: { message: string }) => (
  <NotFoundNotice message={message} hint="请核对链接是否完整，或重新回答几个问题。">
    <ButtonLink link={PAGES.shortlistWizard} variant="outline">
      打开选型向导
    </ButtonLink>
  </NotFoundNotice>
)

type ShortlistViewProps = { shortlist: Shortlist; isOwnerKnown: boolean; userId: string }

function ShortlistView({ shortlist, isOwnerKnown, userId }: ShortlistViewProps) {
  const { id, title, notes, catalogue, isOwn, updatedAt, requirements, candidates } = shortlist
  const canChange = isOwnerKnown && isOwn
  const isEmpty = candidates.length + shortlist.unlistedCandidates.length === 0
  const candidateIds = new Set(candidates.map(({ product }) => product.id))
  return (
    <>
      <PageTitle title={title} subtitle={notes}>
        <p className="mt-2 text-sm text-muted">
          {describeContents({ candidates, required: shortlist.required.length, preferred: shortlist.preferred.length })}
          ；保存于
          {formatMinute(updatedAt)}，结果按现在的资料得出
        </p>
        <div className="mt-6 flex flex-wrap gap-3" data-print="none">
          <NextSteps shortlist={shortlist} />
        </div>
      </PageTitle>
      <div className="shell space-y-8 py-8">
        {!canChange && <Requirements shortlist={shortlist} />}
        {isOwnerKnown &&
          (isOwn ? <OwnShortlistForm key={id} shortlist={shortlist} userId={userId} /> : <CopyShortlist id={id} />)}
        <CandidateList shortlist={shortlist} canChange={canChange} />
        {requirements.length > 0 ? (
          <ResultLists
            result={shortlist}
            catalogue={catalogue}
            renderActions={(product) =>
              canChange && (
                <CandidateToggle shortlistId={id} product={product} isCandidate={candidateIds.has(product.id)} />
              )
            }
          />
        ) : (
          isEmpty && <EmptyNotice message="清单里还没有产品。在产品页面选择“加入清单”，就会列在这里。" />
        )}
      </div>
    </>
  )
}

/** Links to continue with the candidates or, if there are none, with the matching and uncertain products. */
function NextSteps({ shortlist: { id, catalogue, candidates, matching, uncertain } }: { shortlist: Shortlist }) {
  const { publicUrl } = useSite()
  const products = (candidates.length > 0 ? candidates : [...matching, ...uncertain]).map(({ product }) => product.id)
  const { path, parameters } = LIST_PAGES[catalogue]
  const compareUrl = buildPageUrl(path, parameters, {
    view: 'compare',
    compare: products.slice(0, COMPARISON.maxOnNarrowScreens),
  })
  const newProjectUrl = buildPageUrl(SITE_PAGES.evaluationProjects.path, SITE_PAGES.evaluationProjects.parameters, {
    products: products.slice(0, EVALUATION_ANALYSIS.candidates),
  })
  const questionsUrl = fillPath(shortlistCalls.exportQuestions.path, { id })
  return (
    <>
      {products.length > 1 && (
        <Link to={compareUrl} className={getButtonClass('primary')}>
          {products.length > COMPARISON.maxOnNarrowScreens
            ? `对比前${COMPARISON.maxOnNarrowScreens}个`
            : `对比这${products.length}个`}
        </Link>
      )}
      {products.length > 0 && (
        <>
          <Link to={newProjectUrl} className={getButtonClass('outline')}>
            {products.length > EVALUATION_ANALYSIS.candidates
              ? `用前${EVALUATION_ANALYSIS.candidates}个新建评估项目`
              : '用这些产品新建评估项目'}
          </Link>
          <a href={`${questionsUrl}?format=docx`} className={getButtonClass('outline')} download>
            <FileText className="size-4" aria-hidden />
            询问清单（Word）
          </a>
          <a href={`${questionsUrl}?format=xlsx`} className={getButtonClass('outline')} download>
            <FileSpreadsheet className="size-4" aria-hidden />
            询问清单（Excel）
          </a>
        </>
      )}
      <CopyButton
        text={publicUrl + PAGES.shortlist(id)}
        label="复制链接"
        copiedMessage="链接已复制，有链接的人都能查看"
      />
    </>
  )
}

/** The requirements as text, for readers; the owner edits them in the form. */
const Requirements = ({ shortlist: { requirements } }: { shortlist: Shortlist }) =>
  requirements.length > 0 && (
    <section className="max-w-3xl">
      <h2 className="mb-2 text-xl">要求</h2>
      <RequirementRows requirements={requirements}>
        {({ kind }) => <p className="min-h-11 shrink-0 content-center text-sm">{KIND_LABELS[kind]}</p>}
      </RequirementRows>
    </section>
  )

/** Lets a member copy a shared shortlist, to edit it and be notified of changes. */
function CopyShortlist({ id }: { id: string }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const client = useQueryClient()
  const showToast = useToast()
  const [idempotencyKey] = useState(() => createIdempotencyKey())
  const copyShortlistMutation = useMutation({
    mutationFn: () => call(shortlistCalls.copy, { params: { id }, body: { id: idempotencyKey.get(id) } }),
    async onSuccess({ data, message }) {
      idempotencyKey.clear()
      showToast(message ?? '', 'success')
      await client.invalidateQueries({ queryKey: SHORTLISTS_KEY })
      navigate(PAGES.shortlist(data.id))
    },
    onError: (error) => showToast(toErrorMessage(error), 'error'),
  })
  const { show, preload, dialogs } = useAccountDialogs({
    reason: '登录后，这份清单即存入“我的清单”。',
    onSignedIn: () => copyShortlistMutation.mutate(),
  })
  return (
    <>
      {user ? (
        <Button
          variant="secondary"
          isBusy={copyShortlistMutation.isPending}
          onClick={() => copyShortlistMutation.mutate()}
        >
          存入我的清单
        </Button>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-muted">登录后可以把这份清单存入“我的清单”，修改要求，并在结果变化时收到邮件。</p>
          <div className="noscript:hidden">
            <Button variant="outline" aria-haspopup="dialog" onPointerEnter={preload} onClick={() => show('sign-in')}>
              登录后存入
            </Button>
          </div>
        </div>
      )}
      {dialogs}
    </>
  )
}
