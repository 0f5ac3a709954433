import { App, Form } from 'antd'
import { useState } from 'react'
import { type EmailConfigInput, EmailConfigInputSchema } from '#contracts/mail/mail.ts'
import { MAIL_MESSAGES as SAY } from '#contracts/mail/messages.ts'
import { failureMessage, isReadFailure } from '../../../shared/read-failure.ts'
import type { Json } from '../../editors/json-path.ts'
import { clearErrors } from '../../parts/clear-errors.ts'
import { useOneAtATime } from '../../parts/use-one-at-a-time.ts'
import type { Conflict } from '../../versioned/use-saving.ts'
import { type LoadedConfig, loadConfig, saveConfig } from './mail-calls.ts'
import { comparable, editable, savedOver } from './mail-values.ts'
import { useMailFaults } from './use-mail-faults.ts'
import { useMailTest } from './use-mail-test.ts'

/** Two versions of the settings, and what the newer one is in full. */
type Newer = { conflict: Conflict; newest: LoadedConfig }

/** The state of the mail form: what it started from, whether it was edited, and what saving and testing came to. */
export function useMailForm(first: LoadedConfig, reveal: (path: string) => void) {
  const { message } = App.useApp()
  const [form] = Form.useForm()
  const [loaded, setLoaded] = useState(first)
  const [isDirty, setDirty] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [newer, setNewer] = useState<Newer | null>(null)

  const values = (): EmailConfigInput => form.getFieldsValue(true)
  const faults = useMailFaults(form, reveal)
  const trial = useMailTest({ values, faults, onFailure: setFailure })
  const differsFrom = (kept: LoadedConfig) => JSON.stringify(values()) !== JSON.stringify(editable(kept))

  async function save(over: LoadedConfig) {
    setFailure(null)
    if (!faults.isSound(() => true)) return
    setSaving(true)
    const sent = values()
    try {
      const { revision, message: said } = await saveConfig(sent, over.revision)
      const kept = { config: savedOver(over.config, EmailConfigInputSchema.parse(sent)), revision }
      setLoaded(kept)
      setNewer(null)
      // What was typed while it was under way stays, and is not saved yet.
      if (JSON.stringify(values()) === JSON.stringify(sent)) form.setFieldsValue(editable(kept))
      setDirty(differsFrom(kept))
      message.success(said)
    } catch (error) {
      await explain(error, over)
    } finally {
      setSaving(false)
    }
  }

  async function explain(error: unknown, over: LoadedConfig) {
    if (isReadFailure(error) && error.status === 412) return layBesideNewest(error.message, over)
    setNewer(null)
    if (isReadFailure(error) && error.errors?.length) faults.showAtFields(error.errors)
    else setFailure(`${SAY.saveFailed}：${failureMessage(error, SAY.saveFailed)}`)
  }

  async function layBesideNewest(said: string, over: LoadedConfig) {
    try {
      const newest = await loadConfig()
      const theirs = { document: comparable(editable(newest)), revision: newest.revision }
      const versions = { base: comparable(editable(over)), mine: comparable(EmailConfigInputSchema.parse(values())) }
      setNewer({ conflict: { ...versions, theirs }, newest })
    } catch {
      setFailure(said)
    }
  }

  /** Takes what was chosen of both versions, and saves it over theirs. */
  async function saveMerged(merged: Json) {
    if (!newer) return
    setLoaded(newer.newest)
    form.setFieldsValue(merged)
    setDirty(true)
    await save(newer.newest)
  }

  return {
    ...{ form, loaded, isDirty, isSaving, failure, wrong: faults.wrong, forget: faults.forget },
    ...trial,
    save: useOneAtATime(() => save(loaded)),
    saveMerged: useOneAtATime(saveMerged),
    conflict: newer?.conflict ?? null,
    closeConflict: () => setNewer(null),
    note(changed: object = {}) {
      clearErrors(form, changed)
      setDirty(differsFrom(loaded))
    },
  }
}
