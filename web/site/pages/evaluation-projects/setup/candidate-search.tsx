import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import type { ProjectCandidate } from '#contracts/evaluation-projects/project.ts'
import { TEXT } from '#contracts/limits.ts'
import { toCandidate } from '#contracts/rules/evaluation/candidates.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useQueries } from '../../../site-context.tsx'
import { DEFAULT_LIST_STATE, toProductListQuery } from '../../products/list/list-state.ts'
import { createCustomCandidate } from './setup-changes.ts'

const MAX_SUGGESTIONS = 6

type CandidateSearchProps = {
  candidates: readonly ProjectCandidate[]
  onAdd: (candidate: ProjectCandidate) => void
  label?: string
}

/** Adds candidates: suggests products while a name is typed, and accepts other names, too. */
export function CandidateSearch({ candidates, onAdd, label = '添加候选' }: CandidateSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const name = text.trim()
  const deferredName = useDeferredValue(name)
  const matchingProducts = useMatchingProducts(deferredName)
  const matches = matchingProducts.filter(({ key }) => !candidates.some((candidate) => candidate.key === key))

  const showToast = useToast()
  const findCandidate = useFindCandidate()
  const addMutation = useMutation({
    mutationFn: findCandidate,
    onSuccess: handleAdd,
    onError: (error) => showToast(toErrorMessage(error), 'error'),
  })

  function handleAdd(candidate: ProjectCandidate) {
    onAdd(candidate)
    setText('')
    // The pressed button disappears; the next candidate can be typed at once.
    input.current?.focus()
  }

  return (
    <div>
      <FormField label={label}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="search"
            autoComplete="off"
            value={text}
            maxLength={TEXT.line}
            placeholder="产品名称"
            className={CONTROL_CLASS}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (name !== '') addMutation.mutate(name)
            }}
          />
        )}
      </FormField>
      {name !== '' && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {matches.slice(0, MAX_SUGGESTIONS).map((match) => (
            <li key={match.key}>
              <Button variant="secondary" className="px-3" onClick={() => handleAdd(match)}>
                <Plus className="size-4" aria-hidden />
                {match.name}
              </Button>
            </li>
          ))}
          <li>
            <Button variant="outline" className="px-3" onClick={() => handleAdd(createCustomCandidate(name))}>
              <Plus className="size-4" aria-hidden />
              按填写的名称添加“{name}”
            </Button>
          </li>
        </ul>
      )}
    </div>
  )
}

const toSearchQuery = (catalogue: Catalogue, search: string) =>
  toProductListQuery(catalogue, { ...DEFAULT_LIST_STATE, search })

/** Returns the matching products of both catalogues as candidates. */
function useMatchingProducts(search: string): ProjectCandidate[] {
  const queries = useQueries()
  const options = { enabled: search !== '', placeholderData: keepPreviousData }
  const agentsQuery = useQuery({ ...queries.products(toSearchQuery('agent', search)), ...options })
  const applicationsQuery = useQuery({ ...queries.products(toSearchQuery('ai', search)), ...options })
  if (search === '') return []
  return [
    ...(agentsQuery.data?.products ?? []).map((product) => toCandidate(product, 'agent')),
    ...(applicationsQuery.data?.products ?? []).map((product) => toCandidate(product, 'ai')),
  ]
}

/**
 * Returns a function that finds the product with a name in either catalogue, in any letter case and even if its
 * suggestions aren't loaded yet, and otherwise creates a candidate with that name.
 */
function useFindCandidate() {
  const client = useQueryClient()
  const queries = useQueries()
  return async (name: string): Promise<ProjectCandidate> => {
    const matches = await Promise.all(
      CATALOGUES.map(async (catalogue) => {
        const { products } = await client.fetchQuery(queries.products(toSearchQuery(catalogue, name)))
        return products.map((product) => toCandidate(product, catalogue))
      }),
    )
    const hasName = (match: ProjectCandidate) => match.name.toLowerCase() === name.toLowerCase()
    return matches.flat().find(hasName) ?? createCustomCandidate(name)
  }
}
