import { useState } from 'react'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { TASKS, TEXT } from '#contracts/limits.ts'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { TextAreaField } from '../controlled-fields.tsx'
import { CheckboxField } from './check-fields.tsx'
import { TagsField } from './tags-field.tsx'
import { TextListField } from './text-list-field.tsx'

type TaskDetailsProps = {
  draft: Task
  getError: (path: string) => string | undefined
  change: (changes: Partial<Task>) => void
}

/** The fields of a task that most tasks leave empty, folded if this one does. */
export function TaskDetails({ draft, getError, change }: TaskDetailsProps) {
  const { expected, variables, variants, tags, repeats, isSealed } = draft
  const [isInitiallyOpen] = useState(
    () =>
      isSealed ||
      expected !== '' ||
      repeats !== null ||
      Object.keys(variables).length + variants.length + tags.length > 0,
  )
  return (
    <details open={isInitiallyOpen} className="rounded-lg border border-line px-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium">更多</summary>
      <div className="space-y-5 pb-4">
        <TextAreaField
          label="期望的回答"
          hint="供判定的人参考。"
          rows={2}
          maxLength={TEXT.long}
          error={getError('expected')}
          value={expected}
          onChange={(text) => change({ expected: text })}
        />
        <VariablesField
          variables={variables}
          error={getError('variables')}
          onChange={(values) => change({ variables: values })}
        />
        <TextListField
          label="其他问法"
          itemName="问法"
          hint="同一个问题换一种说法，代替第一条消息，用来看回答是否受措辞影响。"
          values={variants}
          max={TASKS.variants}
          maxLength={TEXT.long}
          getError={(index) => getError(`variants.${index}`)}
          onChange={(values) => change({ variants: values })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TagsField
            label="标签"
            hint="用顿号或逗号分开；“安全”计入安全性。"
            tags={tags}
            onChange={(values) => change({ tags: values })}
          />
          <FormField label="每轮次数" hint="不填则由运行决定。" error={getError('repeats')}>
            {(control) => (
              <input
                {...control}
                type="number"
                inputMode="numeric"
                min={1}
                max={TASKS.repeats}
                className={`${CONTROL_CLASS} tabular-nums`}
                value={repeats ?? ''}
                onChange={({ target }) => change({ repeats: target.value === '' ? null : target.valueAsNumber })}
              />
            )}
          </FormField>
        </div>
        <CheckboxField
          label="密封：定稿之前，只有负责人能看到"
          isChecked={isSealed}
          onChange={(isChecked) => change({ isSealed: isChecked })}
        />
      </div>
    </details>
  )
}

type VariablesFieldProps = {
  variables: Readonly<Record<string, string>>
  error: string | undefined
  onChange: (variables: Record<string, string>) => void
}

/** Variables, one per line: name and value. A line without a colon stays, and is no variable yet. */
function VariablesField({ variables, error, onChange }: VariablesFieldProps) {
  const [text, setText] = useState(
    Object.entries(variables)
      .map(([name, value]) => `${name}：${value.replaceAll('\n', '\\n')}`)
      .join('\n'),
  )
  return (
    <TextAreaField
      label="变量"
      hint="每行一个，例如“岗位：工程师”；值中的换行写作\n。"
      rows={2}
      maxLength={null}
      error={error}
      value={text}
      onChange={(value) => {
        setText(value)
        onChange(parseVariables(value))
      }}
    />
  )
}

const parseVariables = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line): [string, string][] => {
      const [, name, value] = /^\s*([^:：]+?)\s*[:：]\s*(.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value.replaceAll('\\n', '\n')]]
    }),
  )
