import { X } from 'lucide-react'
import type { ProjectCandidate } from '#contracts/evaluation-projects/project.ts'
import { EVALUATION_ANALYSIS } from '#contracts/limits.ts'
import { PRODUCT_PAGES } from '#contracts/product-pages.ts'
import { Link } from '../../../router.tsx'
import { CandidateSearch } from './candidate-search.tsx'
import { SetupCard } from './setup-card.tsx'
import { addCandidate } from './setup-changes.ts'
import type { SetupEditor } from './use-setup-form.ts'

/** The candidates of a project: products from the catalogue, or names of other products. */
export function CandidatesCard({ editor, isLocked }: { editor: SetupEditor; isLocked: boolean }) {
  const { candidates } = editor.value.setup
  const isFull = candidates.length >= EVALUATION_ANALYSIS.candidates
  const changeCandidates = (changed: readonly ProjectCandidate[]) => editor.changeSetup({ candidates: [...changed] })
  return (
    <SetupCard title="候选" lead="从产品目录中查找，也可以直接填写目录之外的产品。">
      {candidates.length > 0 && (
        <ul className="mb-4 flex flex-wrap gap-2">
          {candidates.map((candidate) => (
            <li key={candidate.key}>
              <Candidate
                candidate={candidate}
                onRemove={() => changeCandidates(candidates.filter(({ key }) => key !== candidate.key))}
              />
            </li>
          ))}
        </ul>
      )}
      {!isLocked && isFull && (
        <p className="text-sm text-muted">候选最多{EVALUATION_ANALYSIS.candidates}个，移除不用的之后可以再添加。</p>
      )}
      {!isLocked && !isFull && (
        <CandidateSearch
          candidates={candidates}
          onAdd={(candidate) => changeCandidates(addCandidate(candidates, candidate))}
        />
      )}
    </SetupCard>
  )
}

const Candidate = ({ candidate, onRemove }: { candidate: ProjectCandidate; onRemove: () => void }) => (
  <span className="inline-flex items-center rounded-lg border border-line bg-sunken pl-3">
    {candidate.productId ? (
      <Link to={PRODUCT_PAGES[candidate.catalogue ?? 'agent'](candidate.productId)} className="py-2 hover:text-indigo">
        {candidate.name}
      </Link>
    ) : (
      candidate.name
    )}
    <button
      type="button"
      className="inline-flex size-11 items-center justify-center text-muted hover:text-ink disabled:invisible"
      aria-label={`移除候选：${candidate.name}`}
      onClick={onRemove}
    >
      <X className="size-4" aria-hidden />
    </button>
  </span>
)
