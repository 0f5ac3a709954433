import { useRef } from 'react'
import type { Shortlist } from '#contracts/shortlists/shortlist.ts'
import { MATCH_STATUS_LABELS } from '#contracts/shortlists/statuses.ts'
import { Button } from '../../components/buttons.tsx'
import { Tag } from '../../components/tag.tsx'
import { FormError } from '../../components/text-field.tsx'
import { ClaimedOnlyNotice, ResultCard, UnknownLine, UnmetRequirements } from './result-card.tsx'
import { useCandidates } from './use-candidates.ts'

type CandidateListProps = { shortlist: Shortlist; canChange: boolean }

/** Lists the candidates and, if the shortlist has requirements, how each candidate meets them. */
export function CandidateList({ shortlist, canChange }: CandidateListProps) {
  const { candidates, unlistedCandidates, requirements, catalogue } = shortlist
  const heading = useRef<HTMLHeadingElement>(null)
  // Removing a product also removes the focused button, so the focus moves to the heading.
  const handleRemoved = () => heading.current?.focus()
  if (candidates.length + unlistedCandidates.length === 0) return null
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        候选产品（{candidates.length + unlistedCandidates.length}）
      </h2>
      <ul className="mt-3 grid gap-4 md:grid-cols-2">
        {candidates.map((match) => (
          <ResultCard
            key={match.product.id}
            match={match}
            catalogue={catalogue}
            label={requirements.length > 0 && <Tag>{MATCH_STATUS_LABELS[match.status]}</Tag>}
            actions={
              canChange && (
                <RemoveCandidate shortlistId={shortlist.id} product={match.product} onRemoved={handleRemoved} />
              )
            }
          >
            {match.status === 'matching' && <ClaimedOnlyNotice met={match.met} />}
            <UnmetRequirements unmet={match.unmet} />
            <UnknownLine label="待确认" requirements={match.unknown} />
          </ResultCard>
        ))}
        {unlistedCandidates.map((product) => (
          <li key={product.id} className="card flex flex-col p-5">
            <p className="mb-1">
              <Tag>已下线</Tag>
            </p>
            <h3 className="text-lg text-muted">{product.name}</h3>
            {canChange && (
              <div className="mt-auto pt-3" data-print="none">
                <RemoveCandidate shortlistId={shortlist.id} product={product} onRemoved={handleRemoved} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type CandidateProps = { shortlistId: string; product: { id: string; name: string } }

function RemoveCandidate({ shortlistId, product, onRemoved }: CandidateProps & { onRemoved: () => void }) {
  const { change, failure, isBusy } = useCandidates({ onChanged: onRemoved })
  return (
    <div className="space-y-2">
      <Button
        variant="outline"
        aria-label={`移出清单：${product.name}`}
        isBusy={isBusy}
        onClick={() => change({ shortlist: shortlistId, remove: product.id })}
      >
        移出清单
      </Button>
      <FormError>{failure}</FormError>
    </div>
  )
}

/** Adds a matching product to the candidates, or removes it. */
export function CandidateToggle({ shortlistId, product, isCandidate }: CandidateProps & { isCandidate: boolean }) {
  const { change, failure, isBusy } = useCandidates()
  const label = isCandidate ? '已列为候选' : '列为候选'
  return (
    <div className="space-y-2">
      <Button
        variant={isCandidate ? 'secondary' : 'outline'}
        aria-pressed={isCandidate}
        aria-label={`${label}：${product.name}`}
        isBusy={isBusy}
        onClick={() =>
          change({ shortlist: shortlistId, ...(isCandidate ? { remove: product.id } : { add: [product.id] }) })
        }
      >
        {label}
      </Button>
      <FormError>{failure}</FormError>
    </div>
  )
}
