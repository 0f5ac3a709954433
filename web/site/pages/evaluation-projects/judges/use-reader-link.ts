import { useState } from 'react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ReaderLink, ReaderLinkCreate } from '#contracts/evaluation-projects/project.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { useProjectCache } from '../project-queries.ts'
import { toLinkErrorMessage } from './link-error-message.ts'

/** Returns the reader's link of a project, if it was created on this page, and functions to create and revoke it. */
export function useReaderLink(projectId: string, onRevoked: () => void) {
  const params = { id: projectId }
  const cache = useProjectCache()
  const [newLink, setNewLink] = useState<ReaderLink | null>(null)
  const createMutation = useMutation({
    mutationFn: (days: ReaderLinkCreate['days']) => call(projectCalls.createReaderLink, { params, body: { days } }),
    onSuccess: ({ data }) => setNewLink(data),
    // Without a reply, the link that is shown may have been replaced.
    onError: () => setNewLink(null),
    onSettled: cache.reload,
  })
  const revokeMutation = useMutation({
    mutationFn: () => call(projectCalls.removeReaderLink, { params }),
    onSuccess() {
      setNewLink(null)
      onRevoked()
    },
    onSettled: cache.reload,
  })
  const revokeError = revokeMutation.error && toErrorMessage(revokeMutation.error)
  return {
    newLink,
    create: createMutation.mutate,
    isCreating: createMutation.isPending,
    revoke: () => revokeMutation.mutate(),
    isRevoking: revokeMutation.isPending,
    failure: createMutation.error ? toLinkErrorMessage(createMutation.error) : revokeError,
  }
}
