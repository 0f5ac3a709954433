import { Button } from 'antd'
import { useState } from 'react'
import type { Change } from '#contracts/rules/json-diff.ts'
import type { DocumentForm } from '../form/form-types.ts'
import { ChangeGroupCard, type RestoreChanges } from './change-group-card.tsx'
import type { Compared, Comparison } from './compare-versions.ts'
import { groupChanges } from './group-changes.ts'

const CHANGE_LABELS: Record<Change['kind'], string> = {
  added: '新增',
  removed: '删除',
  moved: '调整位置',
  changed: '修改',
}
const KIND_LABELS: Record<Compared, Record<Change['kind'], string>> = {
  previous: CHANGE_LABELS,
  current: { added: '现在没有', removed: '此版本没有', moved: '位置不同', changed: '内容不同' },
  draft: CHANGE_LABELS,
  meanwhile: CHANGE_LABELS,
}

/** What is said above a comparison: the number of differences, or that there are none, and how they are marked. */
const TEXTS: Record<Compared, { count: (count: number) => string; same: string; legend: string }> = {
  previous: {
    count: (count) => `这次保存修改了${count}处`,
    same: '与上一版相同。',
    legend: '划去的是上一版的内容，带下划线的是这个版本的内容。',
  },
  current: {
    count: (count) => `与编辑中的内容有${count}处不同`,
    same: '与编辑中的内容相同。',
    legend: '划去的是编辑中的内容，带下划线的是恢复后的内容。',
  },
  draft: {
    count: (count) => `草稿修改了${count}处`,
    same: '草稿与已发布的内容相同。',
    legend: '划去的是已发布的内容，带下划线的是草稿的内容。',
  },
  meanwhile: {
    count: (count) => `已发布的内容在此期间修改了${count}处`,
    same: '已发布的内容与草稿开始时相同。',
    legend: '划去的是草稿开始时的内容，带下划线的是现在发布的内容。',
  },
}

/** The number of items rendered at once. */
const GROUPS_PER_PAGE = 50

type RevisionComparisonProps = {
  form: DocumentForm
  comparison: Pick<Comparison, 'changes' | 'after'>
  base: Compared
  /** Whether the version contains a page without its products. */
  isPageOnly?: boolean
  onRestore?: RestoreChanges | undefined
}

/** Lists what a version changed, or what restoring it would change, by item. */
export function RevisionComparison({ form, comparison, base, isPageOnly = false, onRestore }: RevisionComparisonProps) {
  const [limit, setLimit] = useState(GROUPS_PER_PAGE)
  const groups = groupChanges(form, comparison.changes, comparison.after)
  const count = groups.reduce((sum, { changes }) => sum + changes.length, 0)
  const texts = TEXTS[base]
  if (count === 0)
    return (
      <p>
        {isPageOnly && '页面内容'}
        {texts.same}
      </p>
    )
  return (
    <>
      <div>
        <h3 className="text-base">{texts.count(count)}</h3>
        <p className="pt-1 text-sm text-muted">
          {texts.legend}
          {onRestore && '恢复其中一处会放入表单，保存后生效。'}
        </p>
      </div>
      <ul className="flex flex-col gap-3">
        {groups.slice(0, limit).map((group) => (
          <ChangeGroupCard key={group.key} group={group} kindLabels={KIND_LABELS[base]} onRestore={onRestore} />
        ))}
      </ul>
      {groups.length > limit && (
        <Button type="link" className="self-start" onClick={() => setLimit(limit + GROUPS_PER_PAGE)}>
          再显示{Math.min(GROUPS_PER_PAGE, groups.length - limit)}项
        </Button>
      )}
    </>
  )
}
