import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { FactDispute } from '#contracts/facts/fact-review.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import { queryOf } from '../../calls/query-of.ts'
import { PagedList } from '../../lists/paged-list.tsx'
import type { Filters } from '../../lists/use-filters.ts'
import { useRowNavigation } from '../../lists/use-row-navigation.ts'
import { FactButton, FactRow, SourcedValue } from './fact-row.tsx'

type DisputeListProps = { filters: Filters; onOpen: (dispute: FactDispute) => void }

/** Lists the disputed facts, each with all its values in the order of the public page. */
export function DisputeList({ filters, onOpen }: DisputeListProps) {
  const disputesQuery = useQuery({
    ...queryOf(factReviewCalls.listDisputes, { query: filters.queryString }),
    placeholderData: keepPreviousData,
  })
  return (
    <PagedList
      query={disputesQuery}
      filters={filters}
      errorMessage={FACT_MESSAGES.factsFailed}
      emptyContent={<p>没有说法不一的资料。同一属性的两个来源给出不同的值时，会出现在这里。</p>}
      itemName="说法不一的资料"
      unit="处"
    >
      {(disputes) => <Disputes disputes={disputes} onOpen={onOpen} />}
    </PagedList>
  )
}

type DisputesProps = { disputes: readonly FactDispute[]; onOpen: DisputeListProps['onOpen'] }

const getKey = ({ product, attribute }: FactDispute) => `${product.id} ${attribute}`

/** The rows, which the arrow keys move through. */
function Disputes({ disputes, onOpen }: DisputesProps) {
  const navigation = useRowNavigation(disputes.map(getKey))
  return (
    <ul aria-label="说法不一的资料" className="panel divide-y divide-line">
      {disputes.map((dispute) => (
        <FactRow key={getKey(dispute)} isSelected={navigation.isSelected(getKey(dispute))}>
          <FactButton
            product={dispute.product}
            label={dispute.label}
            buttonProps={navigation.getButtonProps(getKey(dispute))}
            onOpen={() => onOpen(dispute)}
          />
          <ol className="flex flex-col gap-2">
            {dispute.facts.map((fact) => (
              <li key={fact.id}>
                {/* Every fact in this list is disputed, so they aren't marked one by one. */}
                <SourcedValue fact={{ ...fact, isDisputed: false }} />
              </li>
            ))}
          </ol>
          <div>
            <Button aria-label={`核对${dispute.product.name}的${dispute.label}`} onClick={() => onOpen(dispute)}>
              核对
            </Button>
          </div>
        </FactRow>
      ))}
    </ul>
  )
}
