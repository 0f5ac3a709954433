import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { buildCallUrl } from '#contracts/call-url.ts'
import { getCheckLabel } from '#contracts/evaluation-checks/labels.ts'
import { TASK_FORMAT_LABELS, TASK_FORMATS } from '#contracts/evaluation-projects/task-formats.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import type { PublicBank } from '#contracts/question-banks/bank.ts'
import { questionBankCalls } from '#contracts/question-banks/calls.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatDay } from '../../../shared/formats.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import type { SitePage } from '../../page.ts'
import { useQueries } from '../../site-context.tsx'

const SUBTITLE = '测试智能体的任务与检查，供评估项目直接使用，也可以下载。每个版本公布后不再改变，两次测试才能比较。'

export const page: SitePage<'questionBanks'> = {
  queries: (queries) => [queries.questionBanks()],
  head: () => ({ description: SUBTITLE }),
  Component: BanksPage,
}

function BanksPage() {
  const { data, isPending, isLoadingError, error, refetch } = useQuery(useQueries().questionBanks())
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  return (
    <>
      <PageTitle title={SITE_PAGES.questionBanks.title} subtitle={SUBTITLE}>
        <div className="mt-5 flex flex-wrap gap-3">
          <ButtonLink link={PAGES.evaluationProjects}>在评估项目中使用</ButtonLink>
          <ButtonLink link={PAGES.exampleProject} variant="outline">
            看一个示例评估项目
          </ButtonLink>
        </div>
      </PageTitle>
      <Section>
        {data.length === 0 && (
          <EmptyNotice message="平台还没有发布题库。在评估项目中可以自己编写任务，或从文件导入。">
            <ButtonLink link={PAGES.evaluationProjects}>我的评估项目</ButtonLink>
          </EmptyNotice>
        )}
        <ul className="grid gap-6 empty:hidden lg:grid-cols-2">
          {data.map((bank) => (
            <li key={bank.id} className="min-w-0">
              <BankCard bank={bank} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

function BankCard({ bank }: { bank: PublicBank }) {
  const { title, description, taskCount, version, createdAt, licence, source, tags, hash } = bank
  return (
    <article className="card flex h-full flex-col gap-3 p-5">
      <h2 className="text-xl break-words">{title}</h2>
      <p className="text-sm text-muted tabular-nums">
        {joinWithDots([`${taskCount}题`, describeTurns(bank), `第${version}版`, formatDay(createdAt)])}
      </p>
      {description !== '' && <p className="break-words whitespace-pre-line">{description}</p>}
      <Kinds bank={bank} />
      <dl className="space-y-1 text-sm break-words text-muted">
        <Fact term="来源" text={source} />
        <Fact term="许可" text={licence} />
        {tags.length > 0 && <Fact term="标签" text={tags.join('、')} />}
        <Fact term="SHA-256" text={hash} />
      </dl>
      <Downloads bank={bank} />
    </article>
  )
}

const describeTurns = ({ taskCount, severalTurns }: PublicBank): string | undefined => {
  if (severalTurns === 0) return undefined
  return severalTurns === taskCount ? '都是多轮对话' : `${severalTurns}题是多轮对话`
}

const Fact = ({ term, text }: { term: string; text: string }) => (
  <div className="flex gap-3">
    <dt className="w-16 shrink-0">{term}</dt>
    <dd className={`min-w-0 ${term === 'SHA-256' ? 'font-mono text-xs leading-6 break-all' : ''}`}>{text}</dd>
  </div>
)

/** By what the tasks are judged. A task may have several checks. */
const Kinds = ({ bank: { kinds } }: { bank: PublicBank }) => (
  <div>
    <h3 className="text-sm font-medium">怎样判定</h3>
    <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums">
      {kinds.map(({ kind, tasks }) => (
        <li key={kind}>
          {getCheckLabel(kind)}
          <span className="ml-1 text-muted">{tasks}题</span>
        </li>
      ))}
    </ul>
  </div>
)

/** The tasks in every format, and the material that agents load before they are asked. Links work without script. */
function Downloads({ bank: { id, title, version, material } }: { bank: PublicBank }) {
  const request = { params: { bank: id }, query: { version } }
  return (
    <div className="mt-auto space-y-3 pt-2" data-print="none">
      {material && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <a
            href={buildCallUrl(questionBankCalls.downloadMaterial, request)}
            className={getButtonClass('outline')}
            download
          >
            <Download className="size-4" aria-hidden />
            {material.name}
          </a>
          <span className="text-sm text-muted">先载入智能体的知识库，再提问。</span>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4">
        <h3 className="text-sm font-medium">下载任务</h3>
        <ul aria-label={`下载“${title}”的任务`} className="flex flex-wrap gap-x-4">
          {TASK_FORMATS.map((format) => (
            <li key={format}>
              <a
                href={buildCallUrl(questionBankCalls.export, { params: request.params, query: { version, format } })}
                className="inline-flex min-h-11 items-center text-sm text-indigo hover:underline"
                download
              >
                {TASK_FORMAT_LABELS[format]}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
