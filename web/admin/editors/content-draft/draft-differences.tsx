import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { documentCalls, editingCalls } from '#contracts/content/calls.ts'
import { contentDraftCalls } from '#contracts/content-drafts/calls.ts'
import type { DraftStatus } from '#contracts/content-drafts/draft.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { diff } from '#contracts/rules/json-diff.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { LoadError } from '../../components/load-error.tsx'
import { FORMS } from '../forms/forms.ts'
import { RevisionComparison } from '../history/revision-comparison.tsx'
import { toEditableDraft } from './draft-resource.ts'

/** `draft`: what the draft changes of what is published. `meanwhile`: what was published since the draft began. */
type DifferencesProps = { status: DraftStatus; base: 'draft' | 'meanwhile' }

/** Compares the saved draft, or the revision that it is based on, with what is published. */
export function DraftDifferences({ status, base }: DifferencesProps) {
  const { kind, version, baseRevision, publishedRevision } = status
  const published = useQuery(dataOf(queryOf(documentCalls[kind], {}, publishedRevision)))
  const draft = useQuery({
    ...dataOf(queryOf(contentDraftCalls.get, { params: { kind } }, version)),
    enabled: base === 'draft',
  })
  const revision = useQuery({
    ...dataOf(queryOf(editingCalls.getRevision, { params: { kind, revision: baseRevision } })),
    enabled: base === 'meanwhile' && baseRevision > 0,
  })
  const other = base === 'draft' ? draft : revision
  const error = published.error ?? other.error
  const retry = () => void Promise.all([published.refetch(), other.refetch()])
  if (error) return <LoadError error={error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={retry} />
  if (!published.data || (!other.data && (base === 'draft' || baseRevision > 0)))
    return <Skeleton active title={false} />
  const current = toEditableDraft(kind, published.data)
  const compared = toEditableDraft(kind, getDocument(other.data))
  const [before, after] = base === 'draft' ? [current, compared] : [compared, current]
  return <RevisionComparison form={FORMS[kind]} comparison={{ changes: diff(before, after), after }} base={base} />
}

const getDocument = (data: { document: JsonObject } | undefined): JsonObject => data?.document ?? {}

type DrawerProps = { status: DraftStatus; onClose: () => void }

/** Shows how the draft differs from the published document. */
export const DifferencesDrawer = ({ status, onClose }: DrawerProps) => (
  <Drawer open size={720} title="草稿与已发布内容的差异" onClose={onClose}>
    <div className="flex flex-col gap-4">
      <DraftDifferences status={status} base="draft" />
    </div>
  </Drawer>
)
