import { App, Form } from 'antd'
import { useState } from 'react'
import { isReadFailure, type ReadFailure } from '../../../shared/read-failure.ts'
import { clearErrors } from '../../parts/clear-errors.ts'
import { useOneAtATime } from '../../parts/use-one-at-a-time.ts'
import { changedFields, type Labels, type TheirChange, theirChanges, type Values } from './field-changes.ts'

/** What was read, and how often it had been saved by then. */
export type Revised = { values: Values; revision: number }
type Saved = Revised & { message: string }
type Send = (over: Revised) => Promise<Saved>

export type RevisedSource = {
  labels: Labels
  first: Revised
  readNewest: () => Promise<Revised>
  /** Saves over what was loaded; `edited` are the fields that differ. Throws 412 where there is a newer revision. */
  save: (edited: Values, loaded: Revised) => Promise<Saved>
  /** Why a save failed, where no field is to blame. */
  failed: (error: unknown) => string
}

/** The state of a form that others may save too: what it started from, what was edited, what saving came to. */
export function useRevisedForm({ labels, first, readNewest, save, failed }: RevisedSource) {
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [loaded, setLoaded] = useState(first)
  const [isDirty, setDirty] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<readonly TheirChange[]>([])

  const held = (): Values => form.getFieldsValue(true)
  const edited = (): Values => changedFields(loaded.values, held())

  /** Shows what is kept, with edits laid over it. Later values never come under the hands of who types. */
  function show(kept: Revised, edits: Values) {
    setLoaded(kept)
    const shown = Object.entries({ ...kept.values, ...edits })
    form.setFields(shown.map(([name, value]) => ({ name, value, errors: [] })))
    setDirty(Object.keys(changedFields(kept.values, edits)).length > 0)
  }

  /** Sends something over what was loaded, and shows what is kept then. What is typed meanwhile stays. */
  const perform = useOneAtATime(async (send: Send, explain: (error: unknown) => string) => {
    setSaving(true)
    setFailure(null)
    const sent = held()
    try {
      const saved = await send(loaded)
      show(saved, changedFields(sent, held()))
      setTheirs([])
      message.success(saved.message)
    } catch (error) {
      if (isReadFailure(error) && error.status === 412) await overtaken(explain)
      else if (isReadFailure(error) && error.errors?.length) showAtFields(error.errors)
      else setFailure(explain(error))
    } finally {
      setSaving(false)
    }
  })

  function showAtFields(errors: NonNullable<ReadFailure['errors']>) {
    const names = errors.map(({ path, message: said }) => ({ name: path.split('.')[0] ?? path, said }))
    form.setFields(names.map(({ name, said }) => ({ name, errors: [said] })))
    const [first] = names
    if (first) form.scrollToField(first.name, { focus: true })
  }

  /** Lays the edits over what somebody else saved, and says what that was; nothing is saved before it was read. */
  async function overtaken(explain: (error: unknown) => string) {
    try {
      const newest = await readNewest()
      const mine = edited()
      setTheirs(theirChanges(labels, { base: loaded.values, mine, theirs: newest.values }))
      show(newest, mine)
    } catch (error) {
      setFailure(explain(error))
    }
  }

  return {
    ...{ form, initialValues: first.values, isDirty, isSaving, failure, theirs },
    note(changed: Values) {
      clearErrors(form, changed)
      setDirty(Object.keys(edited()).length > 0)
    },
    save: () => perform((over) => save(edited(), over), failed),
    perform,
    giveUp() {
      show(loaded, {})
      setTheirs([])
      setFailure(null)
    },
  }
}

export type RevisedFormState = ReturnType<typeof useRevisedForm>
