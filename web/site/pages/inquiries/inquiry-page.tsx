import { useQuery } from '@tanstack/react-query'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { ColleaguesPanel } from '../../account/colleagues-panel.tsx'
import { MembersOnly } from '../../account/members-only.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle } from '../../components/section.tsx'
import { Tag } from '../../components/tag.tsx'
import type { SitePage } from '../../page.ts'
import { Link, usePathParameter } from '../../router.tsx'
import { describeStatus } from './describe-inquiry.ts'
import { DraftEditor } from './draft/draft-editor.tsx'
import { inquiryQuery, useInquiryCache } from './inquiry-queries.ts'
import { PublishedInquiry } from './published/published-inquiry.tsx'

export const page: SitePage<'inquiry'> = {
  queries: () => [],
  head: () => ({ description: '征询的问题、受邀厂商与回答。', noIndex: true }),
  Component: InquiryPage,
}

function InquiryPage() {
  const id = usePathParameter('id')
  const { data: inquiry } = useQuery({ ...inquiryQuery(id), enabled: false })
  return (
    <>
      <PageTitle title={inquiry?.data.contents.title ?? SITE_PAGES.inquiry.title}>
        <p className="mt-2 flex flex-wrap items-center gap-x-4">
          {inquiry && <Tag>{describeStatus(inquiry.data)}</Tag>}
          <Link to={PAGES.inquiries} className="inline-flex min-h-11 items-center text-indigo underline">
            全部征询
          </Link>
        </p>
      </PageTitle>
      <MembersOnly invitation={<p>登录后打开自己的征询。</p>}>
        <LoadedInquiry key={id} id={id} />
      </MembersOnly>
    </>
  )
}

function LoadedInquiry({ id }: { id: string }) {
  const { data: inquiry, isPending, error, refetch } = useQuery(inquiryQuery(id))
  const cache = useInquiryCache()
  if (isPending) return <PageSkeleton />
  if (inquiry)
    return (
      <div className="shell max-w-4xl py-8">
        {inquiry.data.status === 'draft' ? (
          <DraftEditor inquiry={inquiry} />
        ) : (
          <PublishedInquiry inquiry={inquiry.data} />
        )}
        {inquiry.data.role !== 'opener' && (
          <div className="mt-8">
            <ColleaguesPanel kind="inquiry" id={id} onOwnChange={cache.reload} />
          </div>
        )}
      </div>
    )
  return (
    <>
      <ErrorNotice message={toErrorMessage(error)} {...(isNotFound(error) ? {} : { onRetry: () => refetch() })} />
      <div className="pb-10 text-center">
        <ButtonLink link={PAGES.inquiries} variant="outline">
          返回我的征询
        </ButtonLink>
      </div>
    </>
  )
}
