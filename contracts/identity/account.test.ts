import { expect, it } from 'vitest'
import { LoginSchema } from './account.ts'

it('accepts a sign-in address in full-width characters', () => {
  expect(LoginSchema.parse({ email: 'ｗａｎｇ＠example．com', password: '１２３' })).toMatchObject({
    email: 'wang@example.com',
    password: '１２３',
  })
})
