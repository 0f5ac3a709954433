import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PAGES } from '#contracts/paths.ts'
import { SHORTLIST_MESSAGES } from '#contracts/shortlists/messages.ts'
import type { Shortlist } from '#contracts/shortlists/shortlist.ts'
import { isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { ColleaguesPanel } from '../../account/colleagues-panel.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice, NotFoundNotice } from '../../components/page-states.tsx'
import { PrintedPageUrl } from '../../components/printed-page-url.tsx'
import { PageTitle } from '../../components/section.tsx'
import { getMissingDataHead } from '../../missing-data-head.ts'
import type { SitePage } from '../../page.ts'
import { usePathParameter } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { useQueries } from '../../site-context.tsx'
import { CandidateList, CandidateToggle } from './candidate-list.tsx'
import { CopyShortlist } from './copy-shortlist.tsx'
import { describeContents } from './describe-contents.ts'
import { OwnShortlistForm } from './own-shortlist-form.tsx'
import { KIND_LABELS, RequirementRows } from './requirement-rows.tsx'
import { ResultLists } from './result-lists.tsx'
import { ShortlistNextSteps } from './shortlist-next-steps.tsx'
import { memberShortlistQuery, SHORTLIST_READS } from './shortlist-queries.ts'

export const page: SitePage<'shortlist'> = {
  queries: (queries, { params }) => [queries.shortlist(params.id ?? '')],
  head(context) {
    const { match, client, queries } = context
    const shortlistQuery = queries.shortlist(match.params.id ?? '')
    const shortlist = client.getQueryData(shortlistQuery.queryKey)
    if (!shortlist) return getMissingDataHead(context, shortlistQuery, SHORTLIST_MESSAGES.notFound)
    return {
      title: shortlist.title,
      description: '候选产品，以及按要求列出的产品：满足、待确认与不满足，逐条说明原因。',
      noIndex: true,
    }
  },
  Component: ShortlistPage,
}

function ShortlistPage() {
  const id = usePathParameter('id')
  const { user } = useSession()
  const queries = useQueries()
  const client = useQueryClient()
  const sharedQuery = useQuery({ ...queries.shortlist(id), enabled: !user })
  // The view that the server rendered for all visitors is shown until the member's own is loaded.
  const visitorsView = client.getQueryData(queries.shortlist(id).queryKey)
  const memberQuery = useQuery({
    ...memberShortlistQuery(id, user?._id ?? ''),
    enabled: user !== null,
    placeholderData: visitorsView && { data: visitorsView, version: visitorsView.version },
  })
  const { data, error, refetch, isPlaceholderData } = user ? memberQuery : sharedQuery
  if (isNotFound(error)) return <NoShortlist message={error.message} />
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
  const client = useQueryClient()
  const reload = () => void invalidate(client, ...SHORTLIST_READS)
  const hasRequirements = requirements.length > 0
  const hasCandidates = candidates.length + shortlist.unlistedCandidates.length > 0
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
          <ShortlistNextSteps shortlist={shortlist} />
        </div>
      </PageTitle>
      <div className="shell space-y-8 py-8">
        <PrintedPageUrl />
        {canChange && (
          <div data-print="none">
            <OwnShortlistForm key={id} shortlist={shortlist} userId={userId} />
          </div>
        )}
        <Requirements shortlist={shortlist} isForPrint={canChange} />
        {canChange && <ColleaguesPanel kind="shortlist" id={id} onOwnChange={reload} />}
        {isOwnerKnown && !isOwn && (
          <div data-print="none">
            <CopyShortlist id={id} />
          </div>
        )}
        <CandidateList shortlist={shortlist} canChange={canChange} />
        {hasRequirements && (
          <ResultLists
            result={shortlist}
            catalogue={catalogue}
            renderActions={(product) =>
              canChange && (
                <CandidateToggle shortlistId={id} product={product} isCandidate={candidateIds.has(product.id)} />
              )
            }
          />
        )}
        {!hasRequirements && !hasCandidates && (
          <EmptyNotice message="清单里还没有产品。在产品页面选择“加入清单”，就会列在这里。" />
        )}
      </div>
    </>
  )
}

type RequirementsProps = {
  shortlist: Shortlist
  /** Whether they are visible in print only: the owner edits them in the form, which isn't printed. */
  isForPrint: boolean
}

/** The requirements as text. */
const Requirements = ({ shortlist: { requirements }, isForPrint }: RequirementsProps) =>
  requirements.length > 0 && (
    <section className={`max-w-3xl ${isForPrint ? 'hidden print:block' : ''}`}>
      <h2 className="mb-2 text-xl">要求</h2>
      <RequirementRows requirements={requirements}>
        {({ kind }) => <p className="min-h-11 shrink-0 content-center text-sm">{KIND_LABELS[kind]}</p>}
      </RequirementRows>
    </section>
  )
