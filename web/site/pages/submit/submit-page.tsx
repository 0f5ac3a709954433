import { useQuery } from '@tanstack/react-query'
import { ClipboardList, FilePenLine } from 'lucide-react'
import type { SubmitContent } from '#contracts/documents/submit.ts'
import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES } from '#contracts/paths.ts'
import { CallToAction } from '../../components/call-to-action.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'
import { Advantages } from './advantages.tsx'
import { getContactLink, isEmptyContent, withDefaults } from './default-content.ts'
import { ProcessSteps } from './process-steps.tsx'
import { SubmissionSection } from './submission-section.tsx'
import { SubmitSkeleton } from './submit-skeleton.tsx'
import { SuccessCases } from './success-cases.tsx'

export const page: SitePage<'submit'> = {
  queries: (queries) => [queries.submit()],
  head({ client, queries }) {
    const content = client.getQueryData(queries.submit().queryKey)
    return {
      title: content?.pageInfo.title,
      description:
        content?.pageInfo.subtitle ||
        `向企业信息化负责人展示您的智能体产品：${SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成初审。`,
    }
  },
  Component: SubmitPage,
}

function SubmitPage() {
  const { data, isPending, isLoadingError, refetch } = useQuery(useQueries().submit())
  if (isPending) return <SubmitSkeleton />
  if (isLoadingError) return <ErrorNotice message={SITE_MESSAGES.submitPageFailed} onRetry={() => refetch()} />
  return <Submit content={withDefaults(data)} isEmpty={isEmptyContent(data)} />
}

const LINK_CLASS = 'inline-flex min-h-11 items-center gap-2 font-medium text-indigo hover:underline'

/** The submission page; without content, it shows a notice and still accepts submissions. */
function Submit({ content, isEmpty }: { content: SubmitContent; isEmpty: boolean }) {
  return (
    <>
      <PageTitle title={content.pageInfo.title} subtitle={content.pageInfo.subtitle}>
        <p className="mt-4 flex flex-wrap gap-x-6">
          <Link to={PAGES.submissionStatus} className={LINK_CLASS}>
            <ClipboardList className="size-5" aria-hidden />
            已提交？凭回执号查询状态
          </Link>
          <Link to={PAGES.myProducts} className={LINK_CLASS}>
            <FilePenLine className="size-5" aria-hidden />
            产品已上架？更新资料
          </Link>
        </p>
      </PageTitle>
      {isEmpty ? (
        <Section>
          <EmptyNotice message={SITE_MESSAGES.submitPageEmpty}>
            <p className="text-sm text-muted">页面介绍尚未填写，不影响您提交产品。</p>
          </EmptyNotice>
        </Section>
      ) : (
        <Advantages advantages={content.submitAdvantages} />
      )}
      <SubmissionSection {...content.formSection} />
      <ProcessSteps process={content.submitProcess} />
      <SuccessCases successCases={content.successCases} />
      <ContactSection contact={content.contactSection} />
    </>
  )
}

/** The contact for questions before submitting. */
function ContactSection({ contact }: { contact: SubmitContent['contactSection'] }) {
  const buttons = contact.buttons.map((button) => ({ ...button, link: getContactLink(button) }))
  return <CallToAction callToAction={{ ...contact, buttons }} />
}
