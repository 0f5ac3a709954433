import { useState } from 'react'
import { runCalls } from '#contracts/evaluation-runs/calls.ts'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import type { ConnectionChange } from '#contracts/evaluation-runs/statuses.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useReloadRuns } from './run-queries.ts'

/** Asks how a paused run goes on whose candidates are now called otherwise than before. */
export function ChangedConnections({ projectId, run }: { projectId: string; run: Run }) {
  const reload = useReloadRuns()
  const [isConfirming, setIsConfirming] = useState(false)
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (change: ConnectionChange) =>
      call(runCalls.acceptConnections, { params: { id: projectId, run: run.id }, body: { change } }),
    onError: () => setIsConfirming(false),
    onSettled: reload,
  })
  const names = run.candidates.filter(({ key }) => run.changedConnections.includes(key)).map(({ name }) => name)
  return (
    <section aria-label="连接已改变" className="space-y-3 rounded-lg bg-sunken p-4 text-sm">
      <p className="break-words">
        {names.join('、')}
        的连接与之前提问时的不同。若接着问，同一个通过率里会有两个连接的回答；全部重问则舍弃已有的回答。改回原来的连接后，可以直接继续。
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setIsConfirming(true)}>用新连接全部重问</Button>
        <Button variant="outline" isBusy={isPending && variables === 'continue'} onClick={() => mutate('continue')}>
          只问其余的，并注明
        </Button>
      </div>
      <FormError>{error && toErrorMessage(error)}</FormError>
      <ConfirmDialog
        isOpen={isConfirming}
        title="全部重问"
        confirmLabel="全部重问"
        mutation={{ isPending: isPending && variables === 'askAgain', mutate: () => mutate('askAgain') }}
        onClose={() => setIsConfirming(false)}
      >
        {names.join('、')}在这次运行中已有的回答会舍弃，不能恢复；要保留的，请先导出。
      </ConfirmDialog>
    </section>
  )
}
