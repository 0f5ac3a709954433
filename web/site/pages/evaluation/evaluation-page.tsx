import { useQuery } from '@tanstack/react-query'
import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { ButtonLink } from '../../components/document-links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import { useScrollToTopOnChange } from '../../components/use-scroll-to-top-on-change.ts'
import type { SitePage } from '../../page.ts'
import { useQueries } from '../../site-context.tsx'
import { usePageQuery } from '../../use-page-query.ts'
import { FrameworkView } from './framework-view.tsx'
import { ToolView } from './tool-view.tsx'
import { TOOL_VIEW_URL, ViewSwitch } from './view-switch.tsx'

export const page: SitePage<'evaluation'> = {
  queries: (queries) => [queries.evaluation()],
  head({ match, client, queries }) {
    const content = client.getQueryData(queries.evaluation().queryKey)
    const isTool = match.query.view === 'tool'
    return {
      title: (isTool && content?.evaluationTool.title) || content?.pageInfo.title,
      description:
        (isTool && content?.evaluationTool.description) ||
        content?.pageInfo.subtitle ||
        '企业智能体评估框架：准则、占比、证据与在线打分工具',
    }
  },
  Component: EvaluationPage,
}

function EvaluationPage() {
  const { data, isPending, isLoadingError, refetch } = useQuery(useQueries().evaluation())
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={SITE_MESSAGES.evaluationPageFailed} onRetry={() => refetch()} />
  return <Evaluation content={data} />
}

const hasFramework = ({ professionalInfo, evaluationCategories, evaluationStandards, ...rest }: EvaluationContent) =>
  professionalInfo.title !== '' ||
  evaluationCategories.length > 0 ||
  evaluationStandards.groups.length > 0 ||
  rest.evaluationProcess.steps.length > 0 ||
  rest.evaluationExamples.length > 0

/** Shown if the document has no method; the tool works without one, with default weights. */
const NoFramework = () => (
  <Section>
    <EmptyNotice>
      <ButtonLink link={TOOL_VIEW_URL}>打开评估工具</ButtonLink>
    </EmptyNotice>
  </Section>
)

function Evaluation({ content }: { content: EvaluationContent }) {
  const { view } = usePageQuery(SITE_PAGES.evaluation.parameters).query
  useScrollToTopOnChange(view)
  return (
    <>
      <PageTitle title={content.pageInfo.title || SITE_PAGES.evaluation.title} subtitle={content.pageInfo.subtitle}>
        <ViewSwitch current={view} />
      </PageTitle>
      {view === 'tool' && <ToolView content={content} />}
      {view === 'framework' && (hasFramework(content) ? <FrameworkView content={content} /> : <NoFramework />)}
    </>
  )
}
