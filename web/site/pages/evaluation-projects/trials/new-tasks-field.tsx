import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { DAY_MS } from '#contracts/durations.ts'
import { TEXT } from '#contracts/limits.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { Button } from '../../../components/buttons.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { createStoredValue } from '../../../stored-value.ts'
import { TextAreaField } from '../controlled-fields.tsx'
import { appendTasks } from './append-tasks.ts'
import type { useSaveTasks } from './use-save-tasks.ts'

type NewTasksFieldProps = { projectId: string; saveTasks: ReturnType<typeof useSaveTasks> }

/** A field to type or paste tasks, one per line. */
export function NewTasksField({ projectId, saveTasks }: NewTasksFieldProps) {
  const [text, setText] = useStoredText(`zhijian.tasks.${projectId}`)

  function addTasks() {
    saveTasks.mutate((latest) => appendTasks(text, latest), {
      // Lines that were typed during the request stay.
      onSuccess: () =>
        setText((current) => (current.startsWith(text) ? current.slice(text.length).trimStart() : current)),
    })
  }

  return (
    <div className="mt-4 space-y-3">
      <TextAreaField
        label="添加任务"
        hint="每行一个；从表格粘贴时，第二列是验收标准。"
        rows={3}
        maxLength={TEXT.long}
        value={text}
        onChange={setText}
      />
      <FormError>{saveTasks.isError && toErrorMessage(saveTasks.error)}</FormError>
      <Button variant="outline" isBusy={saveTasks.isPending} isUnavailable={text.trim() === ''} onClick={addTasks}>
        <Plus className="size-4" aria-hidden />
        添加
      </Button>
    </div>
  )
}

/** Returns a typed text that survives a reload of the tab, and a function that sets it. */
function useStoredText(key: string) {
  const [storage] = useState(() => createStoredValue<unknown>(key, DAY_MS, () => sessionStorage))
  const [text, setText] = useState(() => {
    const stored = storage.read()
    return typeof stored === 'string' ? stored : ''
  })
  useEffect(() => {
    if (text === '') storage.clear()
    else storage.write(text)
  }, [storage, text])
  return [text, setText] as const
}
