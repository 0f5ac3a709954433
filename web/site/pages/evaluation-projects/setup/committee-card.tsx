import { DEFAULT_STATEMENT } from '#contracts/evaluation-projects/default-statement.ts'
import { TextAreaField } from '../controlled-fields.tsx'
import { SetupCard } from './setup-card.tsx'
import type { SetupEditor } from './use-setup-form.ts'

/** What judges declare before scoring, and whether they have to sign the final table. */
export function CommitteeCard({ editor: { value, changeSetup, errors } }: { editor: SetupEditor }) {
  const { statement = DEFAULT_STATEMENT, signing = 'optional' } = value.setup
  const error = errors.find(({ path }) => path === 'setup.statement')?.message
  return (
    <SetupCard title="声明与签署" lead="评委打分前确认利益冲突声明，对有利益冲突的候选回避；复议之后签署终表。">
      <TextAreaField
        label="利益冲突声明"
        isRequired
        rows={10}
        value={statement}
        error={error}
        onChange={(text) => changeSetup({ statement: text })}
      />
      <label className="mt-3 inline-flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0"
          checked={signing === 'required'}
          onChange={({ target }) => changeSetup({ signing: target.checked ? 'required' : 'optional' })}
        />
        要求评委签署终表：未签齐时，定稿须写原因
      </label>
    </SetupCard>
  )
}
