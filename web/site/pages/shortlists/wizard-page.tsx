import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { getFilterValueLabel } from '#contracts/rules/facts/filter-values.ts'
import type { ShortlistPreview } from '#contracts/shortlists/shortlist.ts'
import {
  type ChosenRequirement,
  collectRequirements,
  listAnswers,
  WIZARD_QUESTIONS,
  type WizardQuestion,
} from '#contracts/shortlists/wizard.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle } from '../../components/section.tsx'
import type { SitePage } from '../../page.ts'
import { useNavigate } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'
import { useOptimisticPageQuery } from '../../use-page-query.ts'
import { NewShortlistForm } from './new-shortlist-form.tsx'
import { KIND_OPTIONS, type KindOption, KindSelect, RequirementRows } from './requirement-rows.tsx'
import { ResultLists } from './result-lists.tsx'
import { previewQuery } from './shortlist-queries.ts'

const SUBTITLE = '最多八个问题，都可以跳过。每个回答变成明确的要求，可以修改；结果按资料逐条说明，不打分。'
const { title: TITLE, parameters } = SITE_PAGES.shortlistWizard

export const page: SitePage<'shortlistWizard'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE }),
  Component: WizardPage,
}

function WizardPage() {
  return (
    <>
      <PageTitle title={TITLE} subtitle={SUBTITLE} />
      <noscript>
        <p className="shell py-6">
          选型向导需要启用JavaScript；也可以
          <a href={PAGES.products} className="inline-flex min-h-11 items-center text-indigo underline">
            在产品目录中按条件筛选
          </a>
          。
        </p>
      </noscript>
      <div className="noscript:hidden">
        <Wizard />
      </div>
    </>
  )
}

function Wizard() {
  const { query, change } = useOptimisticPageQuery(parameters)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...useQueries().attributes(query.catalogue),
    // Keeps the questions while those of another catalogue are loading, so that focus and input aren't lost.
    placeholderData: keepPreviousData,
  })
  if (isPending) return <PageSkeleton />
  if (error) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  return <WizardSteps attributes={data} isLoading={isPlaceholderData} query={query} change={change} />
}

type WizardStepsProps = ReturnType<typeof useOptimisticPageQuery<typeof parameters>> & {
  attributes: readonly Attribute[]
  /** Whether the attributes are still those of the other catalogue. */
  isLoading: boolean
}

/** The questions next to the requirements that follow from the answers, and the products that match. */
function WizardSteps({ attributes, isLoading, query, change }: WizardStepsProps) {
  const requirements = applyEdits(collectRequirements(query.answers, attributes), query.edits)
  const toggleAnswer = (id: string, isChosen: boolean) =>
    change(({ answers }) => ({ answers: [...answers.filter((answer) => answer !== id), ...(isChosen ? [id] : [])] }), {
      replace: true,
    })
  const setKind = (attribute: string, kind: KindOption) =>
    change(
      ({ edits }) => ({
        edits: [...edits.filter((edit) => !edit.startsWith(`${attribute}:`)), `${attribute}:${kind}`],
      }),
      { replace: true },
    )
  return (
    <div className="shell grid gap-10 py-8 lg:grid-cols-[1fr_1fr]">
      <div className="space-y-6">
        <fieldset className="flex flex-wrap gap-x-6">
          <legend className="mb-1 font-semibold">在哪个目录中选？</legend>
          {CATALOGUE_OPTIONS.map(({ value, label }) => (
            <label key={value} className="inline-flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="catalogue"
                checked={query.catalogue === value}
                onChange={() => change(() => ({ catalogue: value }), { replace: true })}
              />
              {label}
            </label>
          ))}
        </fieldset>
        {WIZARD_QUESTIONS.map((question) => (
          <Question
            key={question.id}
            question={question}
            attributes={attributes}
            chosenAnswers={query.answers}
            onToggle={toggleAnswer}
          />
        ))}
      </div>
      <div className="space-y-8">
        <Requirements requirements={requirements} onKindChange={setKind} />
        <Result
          catalogue={query.catalogue}
          requirements={requirements.filter(({ kind }) => kind !== 'none')}
          isLoading={isLoading}
        />
      </div>
    </div>
  )
}

const CATALOGUE_OPTIONS = [
  { value: 'agent', label: '智能体产品' },
  { value: 'ai', label: '78AI' },
] as const

type QuestionProps = {
  question: WizardQuestion
  attributes: readonly Attribute[]
  chosenAnswers: readonly string[]
  onToggle: (id: string, isChosen: boolean) => void
}

function Question({ question, attributes, chosenAnswers, onToggle }: QuestionProps) {
  const answers = listAnswers(question, attributes)
  if (answers.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{question.title}</legend>
      <div className="flex flex-wrap gap-x-6">
        {answers.map(({ id, label }) => (
          <label key={id} className="inline-flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              checked={chosenAnswers.includes(id)}
              onChange={({ target }) => onToggle(id, target.checked)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type EditedRequirement = Omit<ChosenRequirement, 'kind'> & { kind: KindOption }

/** Applies changed kinds, which are stored in the URL as `attribute:kind`. */
const applyEdits = (requirements: readonly ChosenRequirement[], edits: readonly string[]): EditedRequirement[] =>
  requirements.map((requirement) => {
    const edit = edits.find((entry) => entry.startsWith(`${requirement.attribute}:`))?.split(':')[1]
    return { ...requirement, kind: KIND_OPTIONS.find((kind) => kind === edit) ?? requirement.kind }
  })

type RequirementsProps = {
  requirements: readonly EditedRequirement[]
  onKindChange: (attribute: string, kind: KindOption) => void
}

const Requirements = ({ requirements, onKindChange }: RequirementsProps) => (
  <section>
    <h2 className="text-xl">要求</h2>
    {requirements.length === 0 ? (
      <p className="mt-2 text-muted">还没有要求。回答任意一个问题，这里就会列出它对应的要求。</p>
    ) : (
      <div className="mt-2">
        <RequirementRows
          requirements={requirements.map((requirement) => ({
            ...requirement,
            valueLabels: requirement.values.map(getFilterValueLabel),
          }))}
        >
          {(requirement) => (
            <KindSelect requirement={requirement} onChange={(kind) => onKindChange(requirement.attribute, kind)} />
          )}
        </RequirementRows>
      </div>
    )}
  </section>
)

type ResultProps = { catalogue: Catalogue; requirements: readonly EditedRequirement[]; isLoading: boolean }

function Result({ catalogue, requirements, isLoading }: ResultProps) {
  const listByKind = (kind: KindOption) =>
    requirements
      .filter((requirement) => requirement.kind === kind)
      .map(({ attribute, values }) => ({ attribute, values: [...values] }))
  const navigate = useNavigate()
  const contents = { catalogue, required: listByKind('required'), preferred: listByKind('preferred') }
  if (requirements.length === 0) return null
  return (
    <>
      <NewShortlistForm
        contents={contents}
        name="保存清单"
        titleLabel="清单名称"
        note="不登录也能保存，凭地址查看与分享；登录后保存的在“我的清单”中。"
        className="card p-5"
        onCreated={({ id }) => navigate(PAGES.shortlist(id))}
      />
      {isLoading ? <PageSkeleton /> : <MatchingProducts key={catalogue} contents={contents} />}
    </>
  )
}

function MatchingProducts({ contents }: { contents: ShortlistPreview }) {
  const { data, error } = useQuery({ ...previewQuery(contents), placeholderData: keepPreviousData })
  if (error) return <p role="alert">{toErrorMessage(error)}</p>
  if (!data) return <PageSkeleton />
  return (
    <>
      <p aria-live="polite" className="sr-only">
        满足{data.counts.matching}个，待确认{data.counts.uncertain}个，不满足{data.counts.failing}个
      </p>
      <ResultLists result={data} catalogue={contents.catalogue} />
    </>
  )
}
