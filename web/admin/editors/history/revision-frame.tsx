import { Button } from 'antd'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Revision } from '#contracts/content/revision.ts'
import { formatMinute } from '../../../shared/formats.ts'
import type { RevisionRestore } from './use-restore.ts'

type RevisionFrameProps = {
  revision: Revision
  /** Absent without write permission. */
  restore: RevisionRestore | undefined
  onBack: () => void
  /** The comparison. */
  children: ReactNode
}

/** The frame around a saved version: author, time, and the restore button. */
export const RevisionFrame = ({ revision, restore, onBack, children }: RevisionFrameProps) => (
  <div className="flex flex-col gap-4">
    <div className="flex items-center justify-between gap-3">
      {/* Stays enabled in the disabled form of users without write permission. */}
      <Button disabled={false} icon={<ArrowLeft className="size-4" aria-hidden />} onClick={onBack}>
        返回列表
      </Button>
      {restore && !revision.isCurrent && (
        <Button type="primary" loading={restore.isPending} onClick={restore.confirmRestore}>
          恢复到此版本
        </Button>
      )}
    </div>
    <p className="text-sm text-muted">
      {formatMinute(revision.createdAt)}，{revision.createdBy?.name ?? '系统'}
    </p>
    {children}
  </div>
)
