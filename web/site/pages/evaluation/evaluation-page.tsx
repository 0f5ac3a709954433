import { useQuery } from '@tanstack/react-query'
import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { Icon } from '../../../shared/icon.tsx'
import { getToneClass } from '../../../shared/tone.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { CallToAction } from '../../components/call-to-action.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import { useScrollToTopOnChange } from '../../components/use-scroll-to-top-on-change.ts'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'
import { usePageQuery } from '../../use-page-query.ts'
import { ExampleCards } from './example-cards.tsx'
import { ProfessionalInfo } from './professional-info.tsx'
import { ServiceRequest } from './service-request.tsx'
import { StandardsTable } from './standards-table.tsx'
import { ToolView } from './tool-view.tsx'
import { TOOL_VIEW_URL, ViewSwitch } from './view-switch.tsx'

/** The most important criteria by kind of product. */
function CategoryCards({ categories }: { categories: EvaluationContent['evaluationCategories'] }) {
  if (categories.length === 0) return null
  return (
    <Section title="不同产品，重点不同" lead="准则相同，侧重随产品类别变化。先看这几点，再逐条打分。">
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {withKeys(categories, ({ title }) => title).map(({ key, item: { icon, color, title, description, items } }) => (
          <li key={key} className={`card flex flex-col p-6 ${getToneClass(color)}`}>
            <div className="flex items-center gap-3">
              <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-lg border border-tone bg-tone text-tone">
                <Icon name={icon} />
              </span>
              <h3 className="text-lg">{title}</h3>
            </div>
            {description && <p className="mt-3 text-sm text-muted">{description}</p>}
            <ul className="mt-4 flex flex-1 flex-col text-sm">
              {withKeys(items, String).map(({ key: itemKey, item }) => (
                <li key={itemKey} className="border-t border-line py-2.5">
                  {item}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ProcessSteps({ process }: { process: EvaluationContent['evaluationProcess'] }) {
  const { title, description, steps } = process
  if (steps.length === 0) return null
  return (
    <Section title={title || '评估流程'} lead={description}>
      <ol className="grid gap-x-8 md:grid-cols-2 lg:grid-cols-3">
        {withKeys(steps, ({ title }) => title).map(({ key, item: step }) => (
          <li key={key} className={`flex gap-5 border-t border-line py-5 ${getToneClass(step.color)}`}>
            <span className="min-w-10 shrink-0 text-4xl whitespace-nowrap leading-none font-semibold text-tone tabular-nums">
              {step.stepNumber}
            </span>
            <div>
              <h3 className="text-lg">{step.title}</h3>
              <p className="mt-1.5 text-sm text-muted">{step.description}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const RELATED_LINKS = [
  { to: PAGES.methods, label: '方法的各个版本' },
  { to: PAGES.marketMaps, label: '各类产品的市场图' },
  { to: PAGES.questionBanks, label: '测试智能体的平台题库' },
  { to: PAGES.exampleProject, label: '看一个示例评估项目' },
  { to: PAGES.verifyReport, label: '核验评估报告' },
] as const

/** The method: criteria, weights, evidence, and the process of an evaluation. */
function FrameworkView({ content }: { content: EvaluationContent }) {
  return (
    <>
      <ProfessionalInfo info={content.professionalInfo} attachments={content.evaluationTool.attachments} />
      <StandardsTable standards={content.evaluationStandards} />
      {content.evaluationStandards.groups.length > 0 && (
        <ul className="shell -mt-4 flex flex-wrap gap-x-6 pb-4" data-print="none">
          {RELATED_LINKS.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="inline-flex min-h-11 items-center text-indigo hover:underline">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ProcessSteps process={content.evaluationProcess} />
      <CategoryCards categories={content.evaluationCategories} />
      <ExampleCards examples={content.evaluationExamples} thresholds={content.evaluationTool.thresholds} />
      <ServiceRequest />
      <CallToAction callToAction={content.callToAction} />
    </>
  )
}

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
