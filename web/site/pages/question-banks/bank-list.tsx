import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { QuestionBank } from '#contracts/question-banks/bank.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { FormError } from '../../components/text-field.tsx'
import { ownBanksQuery, publicBanksQuery } from './bank-queries.ts'
import { describeBank } from './bank-summary.tsx'

/** The banks that a member may copy from: those of the platform, and their own. */
export function BankList({ onSelect }: { onSelect: (bank: QuestionBank) => void }) {
  const publicBanks = useQuery(publicBanksQuery())
  const ownBanks = useQuery(ownBanksQuery())
  const error = publicBanks.error ?? ownBanks.error
  return (
    <div className="space-y-5">
      <FormError>{error && toErrorMessage(error)}</FormError>
      <BankGroup title="平台题库" banks={publicBanks.data} emptyText="平台还没有发布题库。" onSelect={onSelect} />
      <BankGroup
        title="我的题库"
        banks={ownBanks.data}
        emptyText="还没有。把一个项目的任务存为题库，下次就能直接用。"
        onSelect={onSelect}
      />
    </div>
  )
}

type BankGroupProps = {
  title: string
  banks: readonly QuestionBank[] | undefined
  emptyText: string
  onSelect: (bank: QuestionBank) => void
}

const BankGroup = ({ title, banks, emptyText, onSelect }: BankGroupProps) => (
  <section aria-label={title} aria-busy={!banks}>
    <h3 className="text-base">{title}</h3>
    {banks?.length === 0 && <p className="mt-1 text-sm text-muted">{emptyText}</p>}
    <ul className="mt-1 divide-y divide-line border-y border-line empty:hidden">
      {banks?.map((bank) => (
        <li key={bank.id}>
          <button
            type="button"
            className="flex min-h-11 w-full items-center justify-between gap-3 py-2.5 text-left hover:text-indigo"
            onClick={() => onSelect(bank)}
          >
            <span className="min-w-0">
              <span className="block font-medium break-words">{bank.title}</span>
              <span className="block text-sm break-words text-muted">{describeBank(bank)}</span>
            </span>
            <ChevronRight className="size-4 shrink-0" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  </section>
)
