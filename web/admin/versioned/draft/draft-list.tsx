import { App, Button } from 'antd'
import { History } from 'lucide-react'
import { useMemo, useState } from 'react'
import { describeDevice } from '../../../shared/device-name.ts'
import { formatMinute } from '../../../shared/formats.ts'
import type { DescribeDifference, DifferenceDescription } from '../../../shared/versioned/use-conflict-resolution.ts'
import { restoreFocus } from '../../components/restore-focus.ts'
import { showUndoToast } from '../../components/show-undo-toast.tsx'
import type { VersionedEdits } from '../use-versioned-edits.ts'
import { listDraftChanges } from './draft-changes.ts'
import type { RecoverableDraft } from './use-recoverable-drafts.ts'

/** A difference of a draft from the current version, with its label and the texts of both sides. */
type DraftDifference = DifferenceDescription & { key: string }
type DifferingDraft<Value> = { draft: RecoverableDraft<Value>; differences: readonly DraftDifference[] }

type DraftListProps<Value> = {
  form: Pick<VersionedEdits<Value>, 'drafts' | 'loaded' | 'describeDifference'>
  className?: string
}

/** The number of drafts that are shown at first. */
const INITIAL_DRAFTS = 3
const MAX_LABELS_PER_DRAFT = 3
const MAX_DIFFERENCES_PER_DRAFT = 20

/** Lists the recoverable drafts, each with its time, device and differences from the current version. */
export function DraftList<Value>({ form, className = '' }: DraftListProps<Value>) {
  const { drafts, loaded, describeDifference } = form
  const [limit, setLimit] = useState(INITIAL_DRAFTS)
  const differingDrafts = useMemo(
    () => listDifferingDrafts(drafts.recoverable, loaded.value, describeDifference),
    [drafts.recoverable, loaded.value, describeDifference],
  )
  if (differingDrafts.length === 0) return null
  return (
    <section aria-label="未保存的草稿" className={`${className} rounded-lg border border-line bg-surface px-4 py-3`}>
      <h2 className="flex items-center gap-2 pb-1 text-base">
        <History className="size-4 text-muted" aria-hidden />
        未保存的草稿（{differingDrafts.length}）
      </h2>
      <ul className="divide-y divide-line">
        {differingDrafts.slice(0, limit).map(({ draft, differences }) => (
          <DraftRow
            key={draft.id}
            draft={draft}
            differences={differences}
            isOutdated={draft.loaded.version < loaded.version}
            drafts={drafts}
          />
        ))}
      </ul>
      {differingDrafts.length > limit && (
        <Button type="link" className="px-0" onClick={() => setLimit(differingDrafts.length)}>
          显示其余{differingDrafts.length - limit}份
        </Button>
      )}
    </section>
  )
}

type DraftRowProps<Value> = {
  draft: RecoverableDraft<Value>
  differences: readonly DraftDifference[]
  /** Whether the draft is based on an older version than the current one. */
  isOutdated: boolean
  drafts: VersionedEdits<Value>['drafts']
}

function DraftRow<Value>({ draft, differences, isOutdated, drafts }: DraftRowProps<Value>) {
  const { message } = App.useApp()
  const [isOpen, setIsOpen] = useState(false)
  const discard = () => {
    const undoDiscard = drafts.discard(draft)
    restoreFocus()
    showUndoToast(message, { text: '草稿已放弃', onUndo: undoDiscard })
  }
  const restore = () => {
    drafts.restore(draft)
    restoreFocus()
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="line-clamp-2">{describeChangedFields(draft, differences)}</p>
        <p className="text-sm text-muted">
          {formatMinute(draft.editedAt)}，{draft.device ? describeDevice(draft.device.userAgent) : '本机'}
        </p>
      </div>
      <span className="flex gap-2">
        {differences.length > 0 && (
          <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? '收起' : '查看'}
          </Button>
        )}
        <Button size="small" type="primary" onClick={restore}>
          恢复
        </Button>
        <Button size="small" onClick={discard}>
          放弃
        </Button>
      </span>
      {isOpen && <Differences differences={differences} isOutdated={isOutdated} />}
    </li>
  )
}

function Differences({ differences, isOutdated }: Pick<DraftRowProps<unknown>, 'differences' | 'isOutdated'>) {
  return (
    <ul className="flex max-h-60 basis-full flex-col gap-2 overflow-y-auto">
      {differences.slice(0, MAX_DIFFERENCES_PER_DRAFT).map(({ key, label, mine, theirs }) => (
        <li key={key} className="rounded-lg bg-sunken px-3 py-2 text-sm">
          <p className="font-semibold">{label}</p>
          <dl className="grid grid-cols-[3em_minmax(0,1fr)] gap-x-3">
            <dt className="text-muted">草稿</dt>
            <dd className="whitespace-pre-wrap">{mine}</dd>
            <dt className="text-muted">现在</dt>
            <dd className="whitespace-pre-wrap">{theirs}</dd>
          </dl>
        </li>
      ))}
      {isOutdated && <li className="text-sm text-muted">此后内容已有更新，恢复后保存时会先比较两个版本。</li>}
      {differences.length > MAX_DIFFERENCES_PER_DRAFT && (
        <li className="text-sm text-muted">另有{differences.length - MAX_DIFFERENCES_PER_DRAFT}处，恢复后可以看到。</li>
      )}
    </ul>
  )
}

/** Lists the drafts that differ from the current version, with their differences. */
const listDifferingDrafts = <Value,>(
  drafts: readonly RecoverableDraft<Value>[],
  current: Value,
  describeDifference: DescribeDifference,
): DifferingDraft<Value>[] =>
  drafts
    .map((draft) => ({ draft, differences: listDifferences(draft, current, describeDifference) }))
    .filter(({ draft, differences }) => draft.text !== null || differences.length > 0)

const listDifferences = <Value,>(
  draft: RecoverableDraft<Value>,
  current: Value,
  describeDifference: DescribeDifference,
): DraftDifference[] =>
  listDraftChanges(draft, current).flatMap((change) => {
    const description = describeDifference(change)
    return description ? [{ key: change.key, ...description }] : []
  })

function describeChangedFields(
  { text }: Pick<RecoverableDraft<unknown>, 'text'>,
  differences: readonly DraftDifference[],
): string {
  if (text !== null) return 'JSON文本'
  const labels = [...new Set(differences.map(({ label }) => label))]
  const firstLabels = labels.slice(0, MAX_LABELS_PER_DRAFT).join('、')
  return labels.length > MAX_LABELS_PER_DRAFT ? `${firstLabels}等${differences.length}处` : firstLabels
}
