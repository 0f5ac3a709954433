import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import type { ProjectCandidate } from '#contracts/evaluation-projects/project.ts'
import { EVALUATION_ANALYSIS, TEXT } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { Button } from '../../parts/buttons.tsx'
import { CONTROL_CLASS, FormField } from '../../parts/form-field.tsx'
import { useQueries } from '../../site-context.tsx'
import { listQuery, PLAIN_LIST } from '../products/list-state.ts'
import { SetupCard } from './setup-card.tsx'
import { addCandidate } from './setup-changes.ts'
import type { SetupDraft } from './use-setup-draft.ts'

const SUGGESTED = 6

/** The candidates: products of the catalogue, found by name, or others that are typed in. */
export function CandidatesCard({ draft, isLocked }: { draft: SetupDraft; isLocked: boolean }) {
  const { candidates } = draft.value.setup
  const add = (name: string, productId: string | null) =>
    draft.changeSetup({ candidates: addCandidate(candidates, name, productId) })
  return (
    <SetupCard title="候选" lead="从产品目录中查找，也可以直接填写目录之外的产品。">
      {candidates.length > 0 && (
        <ul className="mb-4 flex flex-wrap gap-2">
          {candidates.map((candidate) => (
            <li key={candidate.key}>
              <Candidate
                candidate={candidate}
                onRemove={() =>
                  draft.changeSetup({ candidates: candidates.filter(({ key }) => key !== candidate.key) })
                }
              />
            </li>
          ))}
        </ul>
      )}
      {!isLocked && candidates.length < EVALUATION_ANALYSIS.candidates && (
        <CandidateSearch candidates={candidates} onAdd={add} />
      )}
    </SetupCard>
  )
}

const Candidate = ({ candidate, onRemove }: { candidate: ProjectCandidate; onRemove: () => void }) => (
  <span className="inline-flex items-center rounded-lg border border-line bg-sunken pl-3">
    {candidate.productId ? (
      <Link
        to={candidate.catalogue === 'ai' ? PAGES.aiProduct(candidate.productId) : PAGES.product(candidate.productId)}
        className="py-2 hover:text-indigo"
      >
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

type CandidateSearchProps = {
  candidates: readonly ProjectCandidate[]
  onAdd: (name: string, productId: string | null) => void
}

function CandidateSearch({ candidates, onAdd }: CandidateSearchProps) {
  const queries = useQueries()
  const [text, setText] = useState('')
  const name = text.trim()
  const search = useDeferredValue(name)
  const products = useQuery({
    ...queries.products(listQuery('agent', { ...PLAIN_LIST, search })),
    enabled: search !== '',
  })
  const matches = (products.data?.products ?? [])
    .filter((product) => !candidates.some(({ productId }) => productId === product.id))
    .slice(0, SUGGESTED)

  function add(added: string, productId: string | null) {
    onAdd(added, productId)
    setText('')
  }

  return (
    <div>
      <FormField label="添加候选">
        {(control) => (
          <input
            {...control}
            type="search"
            autoComplete="off"
            value={text}
            maxLength={TEXT.line}
            placeholder="产品名称"
            className={CONTROL_CLASS}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              if (name !== '') add(name, null)
            }}
          />
        )}
      </FormField>
      {name !== '' && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {matches.map((product) => (
            <li key={product.id}>
              <Button look="secondary" className="px-3" onClick={() => add(product.name, product.id)}>
                <Plus className="size-4" aria-hidden />
                {product.name}
              </Button>
            </li>
          ))}
          <li>
            <Button look="outline" className="px-3" onClick={() => add(name, null)}>
              <Plus className="size-4" aria-hidden />
              按填写的名称添加“{name}”
            </Button>
          </li>
        </ul>
      )}
    </div>
  )
}
