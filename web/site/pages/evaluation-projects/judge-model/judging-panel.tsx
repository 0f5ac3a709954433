import { useQuery } from '@tanstack/react-query'
import { Gavel } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Judging } from '#contracts/evaluation-runs/judging.ts'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import {
  describeRelation,
  describeRest,
  describeStanding,
  describeValidation,
} from '#contracts/rules/evaluation/judging-sentences.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { Button } from '../../../components/buttons.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { judgeModelQuery } from '../connections/connection-queries.ts'
import { useReloadGrading } from '../runs/grading/grading-queries.ts'
import { isJudging, judgingQuery } from '../runs/run-queries.ts'
import { JUDGING_PROGRESS, useRunProgress } from '../runs/use-run-progress.ts'
import { JudgingProgress } from './judging-progress.tsx'
import { StartJudgingDialog } from './start-judging-dialog.tsx'

type JudgingPanelProps = { projectId: string; run: Run; canChange: boolean }

/** What a judge model says of the replies of an ended run, how far it can be trusted, and whether it counts. */
export function JudgingPanel({ projectId, run, canChange }: JudgingPanelProps) {
  const [isFollowing, setIsFollowing] = useState(false)
  const { data: judging, error } = useQuery(judgingQuery(projectId, run.id, { isFollowing }))
  const isLive = judging !== undefined && isJudging(judging)
  useRunProgress(JUDGING_PROGRESS, { id: projectId, run: isLive ? run.id : undefined }, setIsFollowing)
  const { data: judge } = useQuery(judgeModelQuery(projectId))
  const [isStarting, setIsStarting] = useState(false)
  useReloadAtEnd(judging)
  if (!judging || !judge) return <FormError>{error && toErrorMessage(error)}</FormError>
  const { pass, open } = judging
  if (judging.standing === 'none' && open.undecided + open.withoutChecks === 0) return null
  const isActive = pass?.status === 'running' || pass?.status === 'paused'
  const unjudged = open.undecided + open.withoutChecks + open.byPeople
  const hasMissing = pass !== null && pass.outcomes.error + pass.outcomes.limited + pass.outcomes.unscored > 0
  const canStart = canChange && judge.isEnabled && judge.data.isConnected && !isActive && (unjudged > 0 || hasMissing)
  return (
    <section aria-label="裁判模型的判定" className="rounded-xl border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base font-semibold">裁判模型的判定</h3>
        {canStart && (
          <Button variant="outline" onClick={() => setIsStarting(true)}>
            <Gavel className="size-4" aria-hidden />
            交给裁判模型判定
          </Button>
        )}
      </div>
      <p className="mt-1 max-w-[76ch] text-sm">{describeStanding(judging)}</p>
      {judging.standing === 'none' && (
        <p className="mt-1 max-w-[76ch] text-sm text-muted">
          有{open.undecided + open.withoutChecks}份回答等人判定；在“智能体连接”中连接裁判模型之后，可以先由它判定一遍。
        </p>
      )}
      {pass && <JudgingProgress projectId={projectId} runId={run.id} pass={pass} />}
      <Findings judging={judging} />
      {isStarting && (
        <StartJudgingDialog
          projectId={projectId}
          runId={run.id}
          judging={judging}
          connection={judge.connection}
          onClose={() => setIsStarting(false)}
        />
      )}
    </section>
  )
}

/** Loads the run and what people read of it anew when its judging ends: outcomes may have changed, and disputes come up. */
function useReloadAtEnd(judging: Judging | undefined): void {
  const reload = useReloadGrading()
  const wasActive = useRef(false)
  const isActive = judging?.pass?.status === 'running'
  useEffect(() => {
    if (wasActive.current && !isActive) void reload()
    wasActive.current = isActive
  })
}

/** The comparison with people, and what the judge says of the rest. */
function Findings({ judging: { validation, candidates } }: { judging: Judging }) {
  const rest = candidates.flatMap(({ key, name, ...candidate }) => {
    const sentence = describeRest(candidate)
    return sentence === undefined ? [] : { key, name, sentence }
  })
  const relations = candidates.flatMap((candidate) => describeRelation(candidate) ?? [])
  return (
    <div className="mt-3 space-y-3 text-sm">
      {validation.agreement !== null && (
        <div>
          <h4 className="font-medium">与人比较（全项目）</h4>
          <ul className="mt-1 list-disc space-y-1 pl-5 tabular-nums">
            {describeValidation(validation).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {rest.length > 0 && (
        <div>
          <h4 className="font-medium">本次运行中的其余回答</h4>
          <dl className="mt-1 space-y-1 tabular-nums">
            {rest.map(({ key, name, sentence }) => (
              <div key={key} className="sm:flex sm:gap-3">
                <dt className="shrink-0 break-words text-muted sm:w-32">{name}</dt>
                <dd className="min-w-0">{sentence}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {relations.length > 0 && (
        <ul className="space-y-1">
          {relations.map((sentence) => (
            <li key={sentence} className="break-words text-tone tone-orange">
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
