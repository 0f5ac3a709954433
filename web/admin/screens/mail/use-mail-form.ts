import { useQueryClient } from '@tanstack/react-query'
import { App, Form } from 'antd'
import { useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { type EmailConfigInput, EmailConfigInputSchema } from '#contracts/mail.ts'
import { MAIL_MESSAGES as SAY } from '#contracts/messages/mail.ts'
import { failureMessage, isReadFailure } from '../../../shared/read-failure.ts'
import { CONFIG_KEY, type LoadedConfig, loadConfig, saveConfig, testConfig } from './mail-calls.ts'

type FieldName = (string | number)[]
export const nameOf = (path: string): FieldName => path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))

/** What the form holds of the settings. A password is there only while it is typed. */
export function editable({ config: { smtpConfig, isActive, recipients, templates } }: LoadedConfig): EmailConfigInput {
  const { passwordSet: _, ...server } = smtpConfig
  return { smtpConfig: { ...server, password: '' }, isActive, recipients, templates }
}

/** The state of the mail form: what it started from, whether it was edited, and what saving and testing came to. */
export function useMailForm(first: LoadedConfig, reveal: (path: string) => void) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm()
  const [loaded, setLoaded] = useState(first)
  const [isDirty, setDirty] = useState(false)
  const [doing, setDoing] = useState<'save' | 'test' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [wrong, setWrong] = useState<{ path: string } | null>(null)
  const [newer, setNewer] = useState<LoadedConfig | null>(null)

  const values = (): EmailConfigInput => form.getFieldsValue(true)
  const note = () => setDirty(JSON.stringify(values()) !== JSON.stringify(editable(loaded)))

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
    showAtFields(wrong)
    return wrong.length === 0
  }

  function fill(from: LoadedConfig) {
    setLoaded(from)
    setNewer(null)
    setFailure(null)
    form.setFieldsValue(editable(from))
    setDirty(false)
  }

  async function save(over = loaded.revision) {
    setFailure(null)
    if (!isSound(() => true)) return
    setDoing('save')
    try {
      const reply = await saveConfig(values(), over)
      fill(await loadConfig())
      message.success(reply.message)
    } catch (error) {
      await explain(error)
    } finally {
      setDoing(null)
    }
  }

  async function explain(error: unknown) {
    if (isReadFailure(error) && error.status === 412) {
      setNewer(await loadConfig().catch(() => null))
      setFailure(error.message)
    } else if (isReadFailure(error) && error.errors?.length) showAtFields(error.errors)
    else setFailure(`${SAY.saveFailed}：${failureMessage(error, SAY.saveFailed)}`)
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
    setDoing('test')
    try {
      message.success((await testConfig(smtpConfig)).message)
    } catch (error) {
      const reason = failureMessage(error, '')
      setFailure(reason === '' ? SAY.testFailed : `${SAY.testFailedBecause}${reason}`)
    } finally {
      // Its result is kept by the server; what is typed stays as it is.
      await client.invalidateQueries({ queryKey: CONFIG_KEY })
      setDoing(null)
    }
  }

  return { form, loaded, isDirty, doing, failure, wrong, newer, note, save, test, fill, forget: () => setWrong(null) }
}
