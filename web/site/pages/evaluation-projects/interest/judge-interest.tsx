import { useState } from 'react'
import { judgingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { Conflict, ConflictCreate, Declaration } from '#contracts/evaluation-projects/interest.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import { findConflict, isStanding, isWithdrawalPending } from '#contracts/rules/evaluation/conflicts.ts'
import { call } from '../../../../shared/call.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { ConflictList } from './conflict-list.tsx'
import { DeclarationForm } from './declaration-form.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** Returns what the judge has declared. */
export const findOwnDeclaration = ({ interest, judge }: Judging): Declaration | undefined =>
  interest.declarations.find((declaration) => declaration.judge === judge.id)

/** Returns whether a judge has to declare before anything else: there is something to score, and they haven't. */
export const mustDeclare = (judging: Judging): boolean =>
  canDeclare(judging) && findOwnDeclaration(judging)?.isCurrent !== true

const canDeclare = ({ project: { status } }: Judging): boolean => status === 'scoring' || status === 'review'

type JudgeInterestProps = { access: JudgeCredentials; judging: Judging; onLoad: (judging: Judging) => void }

const declare = async ({ access, judging, onLoad }: JudgeInterestProps, conflicts: ConflictCreate[]): Promise<void> => {
  const { statementHash } = judging.interest
  const { data } = await call(judgingCalls.declare, { body: { access, declaration: { statementHash, conflicts } } })
  onLoad(data)
}

/** Returns the candidates for which the judge has no conflict yet. */
function listOpenCandidates(judging: Judging): Judging['candidates'] {
  const conflicts = findOwnDeclaration(judging)?.conflicts ?? []
  return judging.candidates.filter(({ key }) => findConflict(conflicts, key) === undefined)
}

/** The declaration that precedes scoring. */
export function FirstDeclaration(props: JudgeInterestProps) {
  const { judging } = props
  const earlier = findOwnDeclaration(judging)
  return (
    <section aria-label="利益冲突声明" className="card min-w-0 p-5 md:p-6">
      <h2 className="text-xl">利益冲突声明</h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-muted">
        {earlier
          ? '声明或候选已改动，请重新确认。此前声明的利益冲突仍然有效。'
          : '打分之前，请阅读并确认；写进评估报告。'}
      </p>
      {earlier && earlier.conflicts.length > 0 && (
        <div className="mb-4 text-sm">
          <ConflictList conflicts={earlier.conflicts} />
        </div>
      )}
      <DeclarationForm
        statement={judging.interest.statement}
        candidates={listOpenCandidates(judging)}
        onDeclare={(conflicts) => declare(props, conflicts)}
      />
    </section>
  )
}

/** What the judge has declared, to be added to, or withdrawn with the owner's consent. */
export function JudgeInterest(props: JudgeInterestProps) {
  const { access, judging, onLoad } = props
  const [isAdding, setIsAdding] = useState(false)
  const [withdrawn, setWithdrawn] = useState<Conflict | null>(null)
  const own = findOwnDeclaration(judging)
  if (!own) return null

  async function withdraw(reason: string): Promise<void> {
    if (!withdrawn) return
    const withdrawal = { candidate: withdrawn.candidate, reason }
    onLoad((await call(judgingCalls.requestWithdrawal, { body: { access, withdrawal } })).data)
  }

  return (
    <section aria-label="利益冲突声明" className="card min-w-0 p-4 text-sm">
      <h2 className="text-lg">利益冲突声明</h2>
      <p className="mt-1 mb-2 text-muted">
        {formatMinute(own.declaredAt)}
        <span>{own.conflicts.length === 0 ? '声明没有利益冲突。' : '声明：'}</span>
      </p>
      <ConflictList
        conflicts={own.conflicts}
        renderAction={(conflict) =>
          canDeclare(judging) &&
          isStanding(conflict) &&
          !isWithdrawalPending(conflict) && (
            <button
              type="button"
              className="min-h-11 text-indigo underline"
              aria-label={`请求撤回：${conflict.name}`}
              onClick={() => setWithdrawn(conflict)}
            >
              请求撤回
            </button>
          )
        }
      />
      {canDeclare(judging) && listOpenCandidates(judging).length > 0 && (
        <Button variant="outline" className="mt-2 px-3 text-sm" onClick={() => setIsAdding(true)}>
          补充声明
        </Button>
      )}
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title="补充声明" className="max-w-xl">
        <DeclarationForm
          statement={judging.interest.statement}
          candidates={listOpenCandidates(judging)}
          onDeclare={async (conflicts) => {
            await declare(props, conflicts)
            setIsAdding(false)
          }}
        />
      </Dialog>
      <ReasonDialog
        title="请求撤回"
        text={`负责人同意之前，您仍对“${withdrawn?.name ?? ''}”回避。请求与决定都写进报告。`}
        isOpen={withdrawn !== null}
        onClose={() => setWithdrawn(null)}
        onConfirm={withdraw}
      />
    </section>
  )
}
