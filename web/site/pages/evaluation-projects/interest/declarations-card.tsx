import { useState } from 'react'
import { canDo } from '#contracts/colleagues/roles.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ConflictCreate, Declaration } from '#contracts/evaluation-projects/interest.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import {
  describeDeclarant,
  findConflict,
  isStanding,
  isWithdrawalPending,
} from '#contracts/rules/evaluation/conflicts.ts'
import { call } from '../../../../shared/call.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { useProjectCache } from '../project-queries.ts'
import { ConflictList } from './conflict-list.tsx'
import { DeclarationForm } from './declaration-form.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** A decision on a withdrawal that is to be confirmed. */
type Decision = { judge: string; name: string; candidate: string; candidateName: string; isConfirmed: boolean }

/** Who declared which interests; the owner decides on withdrawals, and declares as well. */
export function DeclarationsCard({ project }: { project: ProjectView }) {
  const { id, interest, ownDeclaration: own, ownSeats, judges, status, setup, role } = project
  const cache = useProjectCache()
  const [decision, setDecision] = useState<Decision | null>(null)
  const [isDeclaring, setIsDeclaring] = useState(false)
  const isOpen = status === 'scoring' || status === 'review'
  const active = judges.filter((judge) => judge.status !== 'removed')
  const undeclared = active.filter(
    (judge) => !interest.declarations.some((item) => item.judge === judge.id && item.isCurrent),
  )

  async function declare(conflicts: ConflictCreate[]): Promise<void> {
    const { statementHash } = interest
    await call(projectCalls.declareInterest, { params: { id }, body: { statementHash, conflicts } })
    await cache.reload()
    setIsDeclaring(false)
  }

  async function decide(reason: string): Promise<void> {
    if (!decision) return
    const { judge, candidate, isConfirmed } = decision
    await call(projectCalls.decideWithdrawal, { params: { id, judge }, body: { candidate, isConfirmed, reason } })
    await cache.reload()
  }

  if (status === 'setup') return null
  return (
    <section aria-label="利益冲突声明" className="card min-w-0 p-4 text-sm md:p-5">
      <h2 className="text-base">利益冲突声明</h2>
      <ul className="mt-2 divide-y divide-line">
        {withKeys(interest.declarations, ({ judge, name }) => judge ?? name).map(({ key, item }) => (
          <li key={key} className="py-2">
            <p>
              <bdi className="font-medium">{item.name}</bdi>
              <span className="text-muted">
                {`${describeDeclarant(item)}：${item.conflicts.length === 0 ? '没有利益冲突' : ''}`}
              </span>
            </p>
            <ConflictList
              conflicts={item.conflicts}
              renderAction={(conflict) =>
                isOpen &&
                canDo(role, 'decideWithdrawal') &&
                item.judge !== null &&
                !ownSeats.includes(item.judge) &&
                isStanding(conflict) &&
                isWithdrawalPending(conflict) && (
                  <DecisionButtons
                    declaration={item}
                    onDecide={(isConfirmed) =>
                      setDecision({
                        judge: item.judge ?? '',
                        name: item.name,
                        candidate: conflict.candidate,
                        candidateName: conflict.name,
                        isConfirmed,
                      })
                    }
                  />
                )
              }
            />
          </li>
        ))}
      </ul>
      {undeclared.length > 0 && (
        <p className="mt-2 text-muted">未声明：{undeclared.map(({ name }) => name).join('、')}</p>
      )}
      {isOpen && canDo(role, 'declareAsOwner') && (
        <Button variant="outline" className="mt-3 px-3 text-sm" onClick={() => setIsDeclaring(true)}>
          {own ? '补充我的声明' : '以负责人身份声明'}
        </Button>
      )}
      <Dialog isOpen={isDeclaring} onClose={() => setIsDeclaring(false)} title="利益冲突声明" className="max-w-xl">
        <DeclarationForm
          statement={interest.statement}
          candidates={setup.candidates.filter(({ key }) => findConflict(own?.conflicts ?? [], key) === undefined)}
          onDeclare={declare}
        />
      </Dialog>
      <ReasonDialog
        title={decision?.isConfirmed ? '同意撤回' : '驳回'}
        text={
          decision?.isConfirmed
            ? `${decision.name}随后可以为“${decision.candidateName}”打分，此前的评分重新计入。写进报告。`
            : `${decision?.name ?? ''}仍对“${decision?.candidateName ?? ''}”回避。写进报告。`
        }
        isOpen={decision !== null}
        onClose={() => setDecision(null)}
        onConfirm={decide}
      />
    </section>
  )
}

type DecisionButtonsProps = { declaration: Declaration; onDecide: (isConfirmed: boolean) => void }

const DecisionButtons = ({ declaration: { name }, onDecide }: DecisionButtonsProps) => (
  <div className="mt-1 flex flex-wrap gap-2">
    <Button variant="outline" className="px-3 text-sm" aria-label={`同意撤回：${name}`} onClick={() => onDecide(true)}>
      同意撤回
    </Button>
    <Button variant="outline" className="px-3 text-sm" aria-label={`驳回：${name}`} onClick={() => onDecide(false)}>
      驳回
    </Button>
  </div>
)
