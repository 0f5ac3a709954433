import { expect, it } from 'vitest'
import { EmailConfigInputSchema } from '#contracts/mail/mail.ts'
import { savedValues, valuesOf } from './mail-values.ts'

const { smtpConfig, ...rest } = EmailConfigInputSchema.parse({ smtpConfig: { host: 'smtp.example.com' } })
const { password: _, ...server } = smtpConfig
const config = { ...rest, smtpConfig: { ...server, passwordSet: false }, _id: 'default', lastTestResult: null }
const values = valuesOf(config)
const typed = (password: string) => ({ ...values, smtpConfig: { ...values.smtpConfig, fromName: '新名', password } })

it('puts no password into the form', () => {
  expect(values.smtpConfig.password).toBe('')
})

it('has after a save what was sent, and of a password only that there is one', () => {
  const saved = savedValues(typed('secret'))
  expect(saved.smtpConfig).toMatchObject({ fromName: '新名', passwordSet: true, password: '' })
  expect(savedValues({ ...saved }).smtpConfig.passwordSet).toBe(true)
  expect(savedValues(typed('')).smtpConfig.passwordSet).toBe(false)
})
