import { useQuery } from '@tanstack/react-query'
import { ClipboardList, Clock, FilePenLine } from 'lucide-react'
import type { SubmitContent } from '#contracts/documents/submit.ts'
import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES } from '#contracts/paths.ts'
import { Icon } from '../../../shared/icon.tsx'
import { getToneClass } from '../../../shared/tone.ts'
import { CallToAction } from '../../components/call-to-action.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'
import { getContactLink, isEmptyContent, withDefaults } from './default-content.ts'
import { SubmissionSection } from './submission-section.tsx'

function SuccessCases({ successCases: { title, cases } }: { successCases: SubmitContent['successCases'] }) {
  if (cases.length === 0) return null
  return (
    <Section title={title || '成功案例'}>
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {cases.map(({ icon, title: name, description, duration, color }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of a document's lists have no ids, and only their order identifies them.
          <li key={index} className={`card flex flex-col p-6 ${getToneClass(color)}`}>
            <div className="flex items-center gap-3">
              <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-lg bg-tone text-tone">
                <Icon name={icon} />
              </span>
              <h3 className="text-base">{name}</h3>
            </div>
            <p className="mt-4 flex-1 text-sm text-muted">{description}</p>
            {duration && (
              <p className="mt-4 flex items-center gap-2 border-t border-line pt-3 text-sm font-medium">
                <Clock className="size-4 shrink-0 text-muted" aria-label="用时" />
                {duration}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The advantages of submitting a product. */
function Advantages({ advantages }: { advantages: SubmitContent['submitAdvantages'] }) {
  if (advantages.length === 0) return null
  return (
    <section className="shell py-10" aria-label="提交优势">
      <ul className="grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
        {advantages.map(({ icon, title, description, color }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of a document's lists have no ids, and only their order identifies them.
          <li key={index} className={`border-t border-line pt-5 ${getToneClass(color)}`}>
            <span className="text-tone">
              <Icon name={icon} className="size-6" />
            </span>
            <h2 className="mt-3 text-base">{title}</h2>
            <p className="mt-1.5 text-sm text-muted">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The placeholder of the submission page while its content is loading. */
function SubmitSkeleton() {
  return (
    <div className="shell animate-[appear_0s_150ms_both] py-12" role="status">
      <p className="text-sm text-muted">{SITE_MESSAGES.submitPageLoading}</p>
      <div className="skeleton mt-3 h-10 w-2/5" />
      <div className="skeleton mt-4 h-5 w-3/5" />
      <div className="mt-12 grid gap-8 lg:grid-cols-[1fr_20rem]">
        <div className="card grid gap-6 p-6 md:grid-cols-2 md:p-8">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <div key={key}>
              <div className="skeleton h-4 w-1/4" />
              <div className="skeleton mt-3 h-11 w-full" />
            </div>
          ))}
        </div>
        <div className="skeleton h-40" />
      </div>
    </div>
  )
}

/** Shows the steps from submission to publication. */
function ProcessSteps({ process: { title, steps } }: { process: SubmitContent['submitProcess'] }) {
  if (steps.length === 0) return null
  return (
    <Section title={title}>
      <ol className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ stepNumber, title: step, description, color }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of a document's lists have no ids, and only their order identifies them.
          <li key={index} className={`card p-6 ${getToneClass(color)}`}>
            <span className="text-2xl font-semibold tabular-nums text-tone">{String(stepNumber).padStart(2, '0')}</span>
            <h3 className="mt-2 text-lg">{step}</h3>
            <p className="mt-2 text-sm text-muted">{description}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

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
