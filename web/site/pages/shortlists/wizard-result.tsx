import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PAGES } from '#contracts/paths.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { isLimit } from '#contracts/rules/shortlists/match-product.ts'
import type { ShortlistPreview, ShortlistRequirement } from '#contracts/shortlists/shortlist.ts'
import { MATCH_STATUS_LABELS } from '#contracts/shortlists/statuses.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { useNavigate } from '../../router.tsx'
import { NewShortlistForm } from './new-shortlist-form.tsx'
import { GradeSelect, type KindOption, KindSelect, RequirementRows } from './requirement-rows.tsx'
import { ResultLists } from './result-lists.tsx'
import { previewQuery } from './shortlist-queries.ts'
import type { EditedRequirement, RequirementEdit } from './wizard-requirements.ts'

type RequirementsProps = {
  requirements: readonly EditedRequirement[]
  onEdit: (attribute: string, edit: RequirementEdit) => void
}

/** The requirements that follow from the answers; the kind and the evidence of each can be changed. */
export const Requirements = ({ requirements, onEdit }: RequirementsProps) => (
  <section>
    <h2 className="text-xl">要求</h2>
    {requirements.length === 0 ? (
      <p className="mt-2 text-muted">还没有要求。回答任意一个问题，这里就会列出它对应的要求。</p>
    ) : (
      <div className="mt-2">
        <RequirementRows requirements={requirements}>
          {({ attribute, label, kind, minGrade }) => (
            <div className="flex flex-wrap justify-end gap-2">
              {kind !== 'none' && (
                <GradeSelect
                  requirement={{ attribute, label, minGrade }}
                  onChange={(grade) => onEdit(attribute, { kind, minGrade: grade })}
                />
              )}
              <KindSelect
                requirement={{ attribute, label, kind }}
                onChange={(changed) => onEdit(attribute, { kind: changed, minGrade })}
              />
            </div>
          )}
        </RequirementRows>
      </div>
    )}
  </section>
)

type ResultProps = {
  catalogue: Catalogue
  requirements: readonly EditedRequirement[]
  /** Whether the requirements are still those of the other catalogue. */
  isLoading: boolean
}

/** The products that match the requirements, with a form to save both as a shortlist. */
export function Result({ catalogue, requirements, isLoading }: ResultProps) {
  const navigate = useNavigate()
  const contents = findContents(catalogue, requirements)
  if (!contents) return null
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
      <div id={RESULT_ID} className="scroll-mt-20">
        {isLoading ? <PageSkeleton /> : <MatchingProducts key={catalogue} contents={contents} />}
      </div>
    </>
  )
}

const RESULT_ID = 'result'

/** On small screens, keeps the counts in sight while one answers, since the result is far below. */
export function ResultBar({ catalogue, requirements }: Pick<ResultProps, 'catalogue' | 'requirements'>) {
  const contents = findContents(catalogue, requirements)
  return contents && <ResultCounts key={catalogue} contents={contents} />
}

function ResultCounts({ contents }: { contents: ShortlistPreview }) {
  const { data } = useQuery({ ...previewQuery(contents), placeholderData: keepPreviousData })
  if (!data) return null
  return (
    <div className="sticky bottom-0 z-20 -mx-4 border-t border-line bg-surface px-4 py-2 lg:hidden" data-print="none">
      <div className="flex items-center justify-between gap-3">
        <p className="tabular-nums">
          {joinWithDots([
            `${MATCH_STATUS_LABELS.matching} ${data.counts.matching}`,
            `${MATCH_STATUS_LABELS.uncertain} ${data.counts.uncertain}`,
          ])}
        </p>
        <a href={`#${RESULT_ID}`} className={getButtonClass('primary')}>
          查看结果
        </a>
      </div>
    </div>
  )
}

/** Returns the requirements as a shortlist's; `undefined` if there are none. */
function findContents(catalogue: Catalogue, requirements: readonly EditedRequirement[]): ShortlistPreview | undefined {
  const required = listByKind(requirements, 'required')
  const preferred = listByKind(requirements, 'preferred')
  return required.length + preferred.length > 0 ? { catalogue, required, preferred } : undefined
}

const listByKind = (requirements: readonly EditedRequirement[], kind: KindOption): ShortlistRequirement[] =>
  requirements.filter((requirement) => requirement.kind === kind).map(toRequirement)

function toRequirement(requirement: EditedRequirement): ShortlistRequirement {
  const { attribute, minGrade } = requirement
  const common = minGrade ? { attribute, grade: minGrade } : { attribute }
  return isLimit(requirement)
    ? { ...common, atMost: requirement.atMost }
    : { ...common, values: [...requirement.values] }
}

function MatchingProducts({ contents }: { contents: ShortlistPreview }) {
  const { data, isLoadingError, error } = useQuery({ ...previewQuery(contents), placeholderData: keepPreviousData })
  if (isLoadingError) return <p role="alert">{toErrorMessage(error)}</p>
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
