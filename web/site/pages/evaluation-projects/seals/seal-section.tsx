import { Lock } from 'lucide-react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useProjectCache } from '../project-queries.ts'
import { SealList } from './seal-list.tsx'

/** The owner's way to seal the questions that are marked as sealed. */
export function SealSection({ project }: { project: ProjectView }) {
  const { id, name, tasks, seals, status } = project
  const cache = useProjectCache()
  const sealMutation = useMutation({
    mutationFn: () => call(projectCalls.seal, { params: { id } }),
    onSettled: cache.reload,
  })
  const count = tasks.filter(({ isSealed }) => isSealed).length
  const canSeal = status !== 'final' && count > 0 && !seals.some(({ isCurrent }) => isCurrent)
  if (count === 0 && seals.length === 0) return null
  return (
    <section aria-label="密封" className="card min-w-0 p-5">
      <h2 className="text-xl">密封</h2>
      <p className="mt-2 max-w-prose text-sm text-muted">
        有{count}
        道题标为密封，定稿之前只有您能看到。密封后公布它们的SHA-256与时间，告知厂商的是它而不是题目；定稿时题目与随机数随报告公开，任何人都可核对题目没有改动。密封后改动题目，须重新密封才能运行。
      </p>
      {canSeal && (
        <Button className="mt-3" isBusy={sealMutation.isPending} onClick={() => sealMutation.mutate()}>
          <Lock className="size-4" aria-hidden />
          <span>{seals.length === 0 ? `密封${count}道题` : `重新密封${count}道题`}</span>
        </Button>
      )}
      <FormError>{sealMutation.error && toErrorMessage(sealMutation.error)}</FormError>
      {seals.length > 0 && (
        <div className="mt-4">
          <SealList projectName={name} seals={seals} />
        </div>
      )}
    </section>
  )
}
