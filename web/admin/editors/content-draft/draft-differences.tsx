import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import type { DraftStatus } from '#contracts/content-drafts/draft.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { diff } from '#contracts/rules/json-diff.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { LoadError } from '../../components/load-error.tsx'
import { useEditor } from '../editor-context.tsx'
import type { EditorDrafts } from '../editor-resource.ts'
import { RevisionComparison } from '../history/revision-comparison.tsx'
import { draftCallsOf } from './draft-calls.ts'

/** `draft`: what the draft changes of what is published. `meanwhile`: what was published since the draft began. */
type DifferencesProps = { status: DraftStatus; base: 'draft' | 'meanwhile' }

/** Compares the saved draft, or the revision that it is based on, with what is published. */
export function DraftDifferences(props: DifferencesProps) {
  const { drafts } = useEditor().resource
  return drafts ? <Differences {...props} drafts={drafts} /> : null
}

function Differences({ status, base, drafts }: DifferencesProps & { drafts: EditorDrafts }) {
  const { form } = useEditor()
  const { version, baseRevision, publishedRevision } = status
  const published = useQuery(drafts.getPublished(publishedRevision))
  const draft = useQuery({ ...dataOf(draftCallsOf(status).query(version)), enabled: base === 'draft' })
  const revision = useQuery({
    ...drafts.getRevision(baseRevision),
    enabled: base === 'meanwhile' && baseRevision > 0,
  })
  const other = base === 'draft' ? draft : revision
  const error = published.error ?? other.error
  const retry = () => void Promise.all([published.refetch(), other.refetch()])
  if (error) return <LoadError error={error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={retry} />
  if (!published.data || (!other.data && (base === 'draft' || baseRevision > 0)))
    return <Skeleton active title={false} />
  const current = drafts.toEditable(published.data)
  const compared = drafts.toEditable((base === 'draft' ? draft.data?.document : revision.data) ?? {})
  const [before, after] = base === 'draft' ? [current, compared] : [compared, current]
  return <RevisionComparison form={form} comparison={{ changes: diff(before, after), after }} base={base} />
}

type DrawerProps = { status: DraftStatus; onClose: () => void }

/** Shows how the draft differs from the published version. */
export const DifferencesDrawer = ({ status, onClose }: DrawerProps) => (
  <Drawer open size={720} title="草稿与已发布内容的差异" onClose={onClose}>
    <div className="flex flex-col gap-4">
      <DraftDifferences status={status} base="draft" />
    </div>
  </Drawer>
)
