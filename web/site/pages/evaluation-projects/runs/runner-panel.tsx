import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import type { RunnerToken } from '#contracts/evaluation-runs/runner.ts'
import { runnerTokenCalls } from '#contracts/evaluation-runs/runner-calls.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { runnerTokensQuery, useReloadRunnerTokens, useReloadRuns } from './run-queries.ts'
import { RunnerTokenDialog } from './runner-token-dialog.tsx'

type RunnerPanelProps = { projectId: string; run: Run }

/** The runner that asks a run: whether it has come, and its tokens. */
export function RunnerPanel({ projectId, run }: RunnerPanelProps) {
  const [isCreating, setIsCreating] = useState(false)
  const { data, error } = useQuery(runnerTokensQuery(projectId, run.id))
  return (
    <section aria-label="执行器" className="space-y-3 rounded-xl border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base">执行器</h3>
        <Button onClick={() => setIsCreating(true)}>
          <KeyRound className="size-4" aria-hidden />
          创建令牌
        </Button>
      </div>
      <p className="max-w-[76ch] text-sm text-muted">
        <span>{run.isWaiting && '还没有执行器来认领，时限也还没有开始计。'}</span>
        问题由自有网络中的执行器提问，回答交回后由平台检查。
      </p>
      <FormError>{error && toErrorMessage(error)}</FormError>
      {data && data.length > 0 && (
        <ul className="divide-y divide-line border-y border-line text-sm" aria-label="令牌">
          {data.map((token) => (
            <TokenRow key={token.id} projectId={projectId} runId={run.id} token={token} />
          ))}
        </ul>
      )}
      <TakeBack projectId={projectId} run={run} />
      {isCreating && <RunnerTokenDialog projectId={projectId} runId={run.id} onClose={() => setIsCreating(false)} />}
    </section>
  )
}

type TokenRowProps = { projectId: string; runId: string; token: RunnerToken }

function TokenRow({ projectId, runId, token }: TokenRowProps) {
  const showToast = useToast()
  const reload = useReloadRunnerTokens()
  const revokeMutation = useMutation({
    mutationFn: () => call(runnerTokenCalls.revoke, { params: { id: projectId, run: runId, token: token.id } }),
    onError: (error) => showToast(toErrorMessage(error), 'error'),
    onSettled: reload,
  })
  const isValid = token.revokedAt === null && Date.parse(token.expiresAt) > Date.now()
  const created = formatMinute(token.createdAt)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 break-words tabular-nums">
        {joinWithDots([
          `${created}创建`,
          describeEnd(token, isValid),
          token.lastUsedAt === null ? '没有用过' : `最近使用${formatMinute(token.lastUsedAt)}`,
          token.canReadKeys ? '可取用密钥' : undefined,
        ])}
      </span>
      {isValid && (
        <Button
          variant="outline"
          isBusy={revokeMutation.isPending}
          aria-label={`撤销${created}创建的令牌`}
          onClick={() => revokeMutation.mutate()}
        >
          撤销
        </Button>
      )}
    </li>
  )
}

function describeEnd({ revokedAt, expiresAt }: RunnerToken, isValid: boolean): string {
  if (revokedAt !== null) return `${formatMinute(revokedAt)}撤销`
  return `${formatMinute(expiresAt)}${isValid ? '到期' : '已到期'}`
}

/** Gives a run back to the platform. */
function TakeBack({ projectId, run }: RunnerPanelProps) {
  const showToast = useToast()
  const reload = useReloadRuns()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(runnerTokenCalls.assign, { params: { id: projectId, run: run.id }, body: { asker: 'platform' } }),
    onError: (error) => showToast(toErrorMessage(error), 'error'),
    onSettled: reload,
  })
  return (
    <Button variant="outline" isBusy={isPending} onClick={() => mutate()}>
      改由平台提问
    </Button>
  )
}
