import { useQuery } from '@tanstack/react-query'
import type { Method, MethodVersion } from '#contracts/evaluation/method.ts'
import { PAGES } from '#contracts/paths.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { formatDay } from '../../../shared/formats.ts'
import { ButtonLink } from '../../components/document-links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice, NotFoundNotice } from '../../components/page-states.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import { VerdictScale } from '../../components/verdict-scale.tsx'
import { getMissingDataHead } from '../../missing-data-head.ts'
import type { SitePage } from '../../page.ts'
import { usePathParameter } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'
import { MethodChanges } from './method-changes.tsx'

/** No method has this version; used for invalid version numbers. */
const NO_VERSION = 0
const toVersion = (text: string | undefined): number => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : NO_VERSION)
const NOT_FOUND_TEXT = '没有这个版本的评估方法'

export const page: SitePage<'method'> = {
  queries: (queries, { params }) => [queries.method(toVersion(params.version))],
  head(context) {
    const { match, client, queries } = context
    const methodQuery = queries.method(toVersion(match.params.version))
    const data = client.getQueryData(methodQuery.queryKey)
    if (!data) return getMissingDataHead(context, methodQuery, NOT_FOUND_TEXT)
    return { title: `评估方法M${data.version}`, description: describeMethod(data.method) }
  },
  Component: MethodPage,
}

const describeMethod = ({ groups, grades }: Method): string => {
  const count = groups.reduce((sum, { criteria }) => sum + criteria.length, 0)
  return `${groups.length}组，${count}条准则，${grades.length}级证据。`
}

function MethodPage() {
  const version = toVersion(usePathParameter('version'))
  const { data, isPending, isLoadingError, error, refetch } = useQuery(useQueries().method(version))
  if (isPending) return <PageSkeleton />
  if (isNotFound(error)) return <NoMethod />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  return <MethodDetails version={data} />
}

const NoMethod = () => (
  <NotFoundNotice message={NOT_FOUND_TEXT}>
    <ButtonLink link={PAGES.methods} variant="outline">
      查看全部版本
    </ButtonLink>
  </NotFoundNotice>
)

function MethodDetails({ version: { version, createdAt, method, changes } }: { version: MethodVersion }) {
  return (
    <>
      <PageTitle title={`评估方法M${version}`} subtitle={describeMethod(method)}>
        <p className="mt-3 flex flex-wrap items-center gap-4 text-sm text-muted">
          <time dateTime={createdAt}>{formatDay(createdAt)}起</time>
          {changes.length === 0 && <span>首个版本</span>}
          <ButtonLink link={PAGES.methods} variant="outline">
            全部版本
          </ButtonLink>
        </p>
      </PageTitle>
      {changes.length > 0 && (
        <Section title="与上一版本的不同">
          <MethodChanges changes={changes} />
        </Section>
      )}
      {method.groups.map((group) => (
        <CriteriaGroup key={group.key} group={group} total={sumWeights(method.groups)} />
      ))}
      <Section title="证据等级" lead="一项评分最高计多少分，取决于所依据的最好证据。">
        <dl className="divide-y divide-line border-y border-line">
          {method.grades.map(({ key, title, cap, description }) => (
            <div key={key} className="grid gap-x-6 py-3 md:grid-cols-[10rem_8rem_1fr]">
              <dt className="font-medium">{title}</dt>
              <dd className="tabular-nums">最高{formatNumber(cap)}分</dd>
              <dd className="text-muted">{description}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="结论与分数线" lead={describeToolWeights(method.toolWeights)}>
        <VerdictScale thresholds={method.thresholds} />
      </Section>
      {method.profiles.length > 0 && <Profiles method={method} />}
    </>
  )
}

const describeToolWeights = ({ tech, business, market }: Method['toolWeights']) =>
  `评估工具的总分，技术、商业、市场三项的权重为${tech}：${business}：${market}。`

const sumWeights = (parts: readonly { weight: number }[]) => parts.reduce((sum, { weight }) => sum + weight, 0)

function CriteriaGroup({ group, total }: { group: Method['groups'][number]; total: number }) {
  const groupWeight = sumWeights(group.criteria)
  const share = (group.weight / total) * 100
  return (
    <Section title={`${group.title} ${formatNumber(share)}%`}>
      <ul className="divide-y divide-line border-y border-line">
        {group.criteria.map(({ key, title, description, evidence, weight, isRequired, minimum }) => (
          <li key={key} className="grid gap-x-8 gap-y-2 py-4 md:grid-cols-[1fr_6rem_1fr]">
            <div>
              <h3 className="font-semibold">{title}</h3>
              {description && <p className="mt-1 text-sm text-muted">{description}</p>}
              {isRequired && <p className="mt-1 text-sm text-cinnabar">一票否决：低于{minimum}分</p>}
            </div>
            <p className="tabular-nums">占{formatNumber((share * weight) / groupWeight)}%</p>
            <ul className="list-disc pl-5 text-sm text-muted empty:hidden">
              {evidence.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Profiles({ method: { profiles, groups } }: { method: Method }) {
  const criteria = new Map(groups.flatMap((group) => group.criteria.map((criterion) => [criterion.key, criterion])))
  return (
    <Section title="场景权重" lead="按用途调整的权重；没有列出的准则沿用上面的占比。">
      <div className="grid items-start gap-5 md:grid-cols-2 lg:grid-cols-3">
        {profiles.map(({ key, title, description, weights }) => (
          <section key={key} className="card p-5">
            <h3 className="text-lg">{title}</h3>
            {description && <p className="mt-1 text-sm text-muted">{description}</p>}
            <dl className="mt-3 divide-y divide-line text-sm">
              {weights.map(({ criterion, weight }) => (
                <div key={criterion} className="flex justify-between gap-4 py-2">
                  <dt>{criteria.get(criterion)?.title ?? criterion}</dt>
                  <dd className="whitespace-nowrap tabular-nums">
                    {formatNumber(weight)}
                    <span className="text-muted">（原{formatNumber(criteria.get(criterion)?.weight ?? 0)}）</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Section>
  )
}
