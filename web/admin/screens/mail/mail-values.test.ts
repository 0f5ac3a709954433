import { expect, it } from 'vitest'
import { EmailConfigInputSchema } from '#contracts/mail/mail.ts'
import { comparable, editable, savedOver } from './mail-values.ts'

const { smtpConfig, ...rest } = EmailConfigInputSchema.parse({ smtpConfig: { host: 'smtp.example.com' } })
const config = { ...rest, smtpConfig: { ...smtpConfig, passwordSet: false }, _id: 'default', lastTestResult: null }
const typed = (password: string) =>
  EmailConfigInputSchema.parse({ ...rest, smtpConfig: { ...smtpConfig, fromName: '新名', password } })

it('puts no password into the form, and none into a comparison', () => {
  expect(editable({ config, revision: 1 }).smtpConfig.password).toBe('')
  expect(JSON.stringify(comparable(typed('secret')))).not.toContain('secret')
})

it('has after a save what was sent, and of a password only that there is one', () => {
  const saved = savedOver(config, typed('secret'))
  expect(saved.smtpConfig).toMatchObject({ fromName: '新名', passwordSet: true })
  expect(saved.smtpConfig).not.toHaveProperty('password')
  expect(savedOver(saved, typed('')).smtpConfig.passwordSet).toBe(true)
  expect(savedOver(config, typed('')).smtpConfig.passwordSet).toBe(false)
})
