import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { type LoadedProject, useProjectCache } from '../project-queries.ts'
import type { SetupEditor } from './use-setup-form.ts'

/** Offers to adopt the latest version of the method. */
export function NewerMethodNotice({
  project: { data, version },
  editor,
}: {
  project: LoadedProject
  editor: SetupEditor
}) {
  const { id, newerMethod } = data
  const cache = useProjectCache()
  const adoptMethodMutation = useMutation({
    mutationFn: () => call(projectCalls.adoptMethod, { params: { id }, version }),
    onSuccess: cache.replace,
    onError: cache.reload,
  })
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-3">
      <p className="text-sm">
        {adoptMethodMutation.isError
          ? toErrorMessage(adoptMethodMutation.error)
          : `评估方法已有M${newerMethod}。改用后准则与权重按新版本重来，候选保留。`}
      </p>
      <Button
        variant="outline"
        isBusy={adoptMethodMutation.isPending}
        isUnavailable={editor.isDirty}
        onClick={() => adoptMethodMutation.mutate()}
      >
        改用M{newerMethod}
      </Button>
    </div>
  )
}
