import { useQueryClient } from '@tanstack/react-query'
import { App, Form } from 'antd'
import { useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { type EmailConfigInput, EmailConfigInputSchema } from '#contracts/mail.ts'
import { MAIL_MESSAGES as SAY } from '#contracts/messages/mail.ts'
import { failureMessage, isReadFailure, serversWords } from '../../../shared/read-failure.ts'
import type { Json } from '../../editors/json-path.ts'
import type { Conflict } from '../../editors/use-saving.ts'
import { clearErrors } from '../../parts/clear-errors.ts'
import { useOneAtATime } from '../../parts/use-one-at-a-time.ts'
import { CONFIG_KEY, type LoadedConfig, loadConfig, saveConfig, testConfig } from './mail-calls.ts'
import { comparable, editable, savedOver } from './mail-values.ts'

type FieldName = (string | number)[]
export const nameOf = (path: string): FieldName => path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))

/** Two versions of the settings, and what the newer one is in full. */
type Newer = { conflict: Conflict; newest: LoadedConfig }

/** The state of the mail form: what it started from, whether it was edited, and what saving and testing came to. */
export function useMailForm(first: LoadedConfig, reveal: (path: string) => void) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm()
  const [loaded, setLoaded] = useState(first)
  const [isDirty, setDirty] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [isTesting, setTesting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [wrong, setWrong] = useState<{ path: string } | null>(null)
  const [newer, setNewer] = useState<Newer | null>(null)

  const values = (): EmailConfigInput => form.getFieldsValue(true)
  const differsFrom = (kept: LoadedConfig) => JSON.stringify(values()) !== JSON.stringify(editable(kept))

  function showAtFields(errors: readonly FieldError[]) {
    const [first] = errors
    if (!first) return
    reveal(first.path)
    form.setFields(errors.map(({ path, message: said }) => ({ name: nameOf(path), errors: [said] })))
    setWrong({ path: first.path })
  }

  /** By the server's own rules, before it is asked; gives whether all is well. */
  function isSound(paths: (path: string) => boolean): boolean {
    const parsed = EmailConfigInputSchema.safeParse(values())
    const errors = (parsed.error?.issues ?? []).map(({ path, message: said }) => ({
      path: path.join('.'),
      message: said,
    }))
    const wrong = errors.filter(({ path }) => paths(path))
    clearErrors(form)
    showAtFields(wrong)
    return wrong.length === 0
  }

  async function save(over: LoadedConfig) {
    setFailure(null)
    if (!isSound(() => true)) return
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
    if (isReadFailure(error) && error.errors?.length) showAtFields(error.errors)
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

  async function test() {
    setFailure(null)
    const { smtpConfig } = values()
    const missing: FieldError[] = [
      ...(smtpConfig.host.trim() === '' ? [{ path: 'smtpConfig.host', message: SAY.hostMissing }] : []),
      ...(smtpConfig.fromEmail.trim() === '' ? [{ path: 'smtpConfig.fromEmail', message: SAY.email }] : []),
    ]
    showAtFields(missing)
    if (missing.length > 0 || !isSound((path) => path.startsWith('smtpConfig'))) return
    setTesting(true)
    try {
      message.success((await testConfig(smtpConfig)).message)
    } catch (error) {
      const words = serversWords(error)
      setFailure(words ? `${SAY.testFailedBecause}${words}` : SAY.testFailed)
    } finally {
      // Its result is kept by the server; what is typed stays as it is.
      await client.invalidateQueries({ queryKey: CONFIG_KEY })
      setTesting(false)
    }
  }

  return {
    ...{ form, loaded, isDirty, isSaving, isTesting, failure, wrong },
    save: useOneAtATime(() => save(loaded)),
    saveMerged: useOneAtATime(saveMerged),
    test: useOneAtATime(test),
    conflict: newer?.conflict ?? null,
    closeConflict: () => setNewer(null),
    note(changed: object = {}) {
      clearErrors(form, changed)
      setDirty(differsFrom(loaded))
    },
    forget: () => setWrong(null),
  }
}
