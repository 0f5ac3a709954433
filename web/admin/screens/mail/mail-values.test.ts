import { expect, it } from 'vitest'
import { EmailConfigInputSchema } from '#contracts/mail/mail.ts'
import { getValues, savedValues } from './mail-values.ts'

const { smtpConfig, ...rest } = EmailConfigInputSchema.parse({ smtpConfig: { host: 'smtp.example.com' } })
const { password: _, ...server } = smtpConfig
const config = { ...rest, smtpConfig: { ...server, passwordSet: false }, _id: 'default', lastTestResult: null }
const values = getValues(config)
const input = (password: string) => ({ ...values, smtpConfig: { ...values.smtpConfig, fromName: '新名', password } })

it('puts no password into the form', () => {
  expect(values.smtpConfig.password).toBe('')
})

it('has after a save what was sent, and of a password only that there is one', () => {
  const saved = savedValues(input('secret'))
  expect(saved.smtpConfig).toMatchObject({ fromName: '新名', passwordSet: true, password: '' })
  expect(savedValues({ ...saved }).smtpConfig.passwordSet).toBe(true)
  expect(savedValues(input('')).smtpConfig.passwordSet).toBe(false)
})
