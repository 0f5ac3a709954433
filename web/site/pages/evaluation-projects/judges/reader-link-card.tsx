import { useState } from 'react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ReaderLink, ReaderLinkCreate } from '#contracts/evaluation-projects/project.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { call } from '../../../../shared/call.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { SelectField } from '../controlled-fields.tsx'
import { useProjectCache } from '../project-queries.ts'
import { toLinkErrorMessage } from './link-error-message.ts'
import { NewLink } from './new-link.tsx'

/** Returns the reader's link of a project, if it was created on this page, and functions to create and revoke it. */
function useReaderLink(projectId: string, onRevoked: () => void) {
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
  return {
    newLink,
    create: createMutation.mutate,
    isCreating: createMutation.isPending,
    revokeMutation,
    failure: createMutation.error && toLinkErrorMessage(createMutation.error),
  }
}

type Lifetime = NonNullable<ReaderLinkCreate['days']> | 'lasting'

const LIFETIMES: readonly { value: Lifetime; label: string }[] = [
  { value: 7, label: '7天' },
  { value: 30, label: '30天' },
  { value: 90, label: '90天' },
  { value: 365, label: '一年' },
  { value: 'lasting', label: '长期，直到撤销' },
]
const DEFAULT_LIFETIME = 30

/** Creates, replaces and revokes the link by which anyone can read the project. */
export function ReaderLinkCard({ project }: { project: ProjectView }) {
  const { id, hasReaderLink, readerLinkExpiresAt } = project
  const [lifetime, setLifetime] = useState<Lifetime>(DEFAULT_LIFETIME)
  const [isRevokeDialogOpen, setIsRevokeDialogOpen] = useState(false)
  const readerLink = useReaderLink(id, () => setIsRevokeDialogOpen(false))
  const { newLink } = readerLink
  return (
    <>
      {newLink && hasReaderLink && newLink.expiresAt === readerLinkExpiresAt && (
        <NewLink
          key={newLink.link}
          label="新的只读链接"
          title="只读链接"
          url={newLink.link}
          hint="链接只显示这一次，请现在复制。得到链接的人都能查看，不能打分或修改。"
        />
      )}
      <section aria-label="只读链接" className="card space-y-4 p-5">
        <h2 className="text-base">只读链接</h2>
        <p className="text-sm text-muted">
          {hasReaderLink
            ? describeLinkExpiry(project)
            : '供审计、上级等查看项目进度与结果，无需账号。评分在复议开始、所有评委都提交之后才显示。'}
        </p>
        <SelectField
          label="有效期"
          isRequired
          value={String(lifetime)}
          options={LIFETIMES.map(({ value, label }) => ({ value: String(value), label }))}
          onChange={(selected) =>
            setLifetime(LIFETIMES.find(({ value }) => String(value) === selected)?.value ?? DEFAULT_LIFETIME)
          }
        />
        <FormError>{readerLink.failure}</FormError>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            className="flex-1"
            isBusy={readerLink.isCreating}
            onClick={() => readerLink.create(lifetime === 'lasting' ? null : lifetime)}
          >
            {hasReaderLink ? '换一个链接' : '生成只读链接'}
          </Button>
          {hasReaderLink && (
            <Button variant="outline" className="flex-1" onClick={() => setIsRevokeDialogOpen(true)}>
              撤销链接
            </Button>
          )}
        </div>
      </section>
      <ConfirmDialog
        isOpen={isRevokeDialogOpen}
        title="撤销只读链接"
        confirmLabel="撤销链接"
        mutation={readerLink.revokeMutation}
        onClose={() => setIsRevokeDialogOpen(false)}
      >
        持有链接的人将立即无法查看；需要时可以重新生成。
      </ConfirmDialog>
    </>
  )
}

function describeLinkExpiry({ readerLinkExpiresAt }: ProjectView): string {
  if (readerLinkExpiresAt === null) return '已有一个链接，长期有效，直到撤销。更换后，原链接立即失效。'
  return Date.parse(readerLinkExpiresAt) <= Date.now()
    ? `链接已于${formatMinute(readerLinkExpiresAt)}过期，可以换一个。`
    : `已有一个链接，有效至${formatMinute(readerLinkExpiresAt)}。换一个之后，原链接随即失效。`
}
