import { useQueryClient } from '@tanstack/react-query'
import { App, Form } from 'antd'
import { useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SETTINGS_MESSAGES } from '#contracts/messages/settings.ts'
import type { SettingsPart, SettingsView } from '#contracts/settings.ts'
import { failureMessage, isReadFailure, type ReadFailure } from '../../../shared/read-failure.ts'
import { SITE_KEY } from '../../site-name.ts'
import { changedFields, type TheirChange, theirChanges, type Values } from './part-changes.ts'
import { readSettings, SETTINGS_KEY, savePart } from './settings-calls.ts'

/** The state of a part's form: what it started from, what was edited, and what saving came to. */
export function usePartForm(part: SettingsPart, view: SettingsView) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const [loaded, setLoaded] = useState<{ values: Values; revision: number }>({
    ...{ values: view[part], revision: view.revisions[part] },
  })
  const [isDirty, setDirty] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<readonly TheirChange[]>([])

  const edited = (): Values => changedFields(loaded.values, form.getFieldsValue(true))
  const note = () => setDirty(Object.keys(edited()).length > 0)
  /** Later values come by the form's own saves alone, never under the hands of who types. */
  function fill(values: Values) {
    form.setFields(Object.entries(values).map(([name, value]) => ({ name, value, errors: [] })))
  }

  async function save() {
    setSaving(true)
    setFailure(null)
    try {
      const saved = await savePart(part, edited(), loaded.revision)
      setLoaded({ values: saved.data, revision: saved.revision })
      fill(saved.data)
      setDirty(false)
      setTheirs([])
      message.success(saved.message ?? SETTINGS_MESSAGES.saved)
      void client.invalidateQueries({ queryKey: SETTINGS_KEY })
      void client.invalidateQueries({ queryKey: SITE_KEY })
    } catch (error) {
      await explain(error)
    } finally {
      setSaving(false)
    }
  }

  async function explain(error: unknown) {
    if (isReadFailure(error) && error.status === 412) return overtaken()
    if (isReadFailure(error) && error.errors?.length) return showAtFields(error.errors)
    setFailure(`${ADMIN_MESSAGES.saveFailedBecause}${failureMessage(error, ADMIN_MESSAGES.saveFailed)}`)
  }

  function showAtFields(errors: NonNullable<ReadFailure['errors']>) {
    const names = errors.map(({ path, message: said }) => ({ name: path.split('.')[0] ?? path, said }))
    form.setFields(names.map(({ name, said }) => ({ name, errors: [said] })))
    const [first] = names
    if (first) form.scrollToField(first.name, { focus: true })
  }

  /** Lays the edits over what somebody else saved, and says what that was; nothing is saved before it was read. */
  async function overtaken() {
    try {
      const newest = await readSettings()
      const mine = edited()
      setTheirs(theirChanges(part, { base: loaded.values, mine, theirs: newest[part] }))
      setLoaded({ values: newest[part], revision: newest.revisions[part] })
      fill({ ...newest[part], ...mine })
      setDirty(Object.keys(changedFields(newest[part], mine)).length > 0)
    } catch (error) {
      setFailure(`${ADMIN_MESSAGES.saveFailedBecause}${failureMessage(error, ADMIN_MESSAGES.saveFailed)}`)
    }
  }

  function giveUp() {
    fill(loaded.values)
    setDirty(false)
    setTheirs([])
    setFailure(null)
  }

  return { form, initialValues: view[part], isDirty, isSaving, failure, theirs, note, save, giveUp }
}
