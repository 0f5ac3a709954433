import { beforeAll, expect, it } from 'vitest'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices, type Services } from '#server/services.ts'
import { createMailClient } from '#testing/factories/mail-settings.ts'
import { bearer, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'
import { generateCode, getTimeStep } from './modules/identity/two-factor/one-time-codes.ts'

const NEW = 'another secret of 32 letters or more'
const EMAIL = 'careful@example.com'

const readPassword = async ({ mail }: Services) => (await mail.configuration.getWithPassword()).decryptPassword()

onEveryDatabase('a new APP_SECRET', (app) => {
  let secret = ''
  let recoveryCodes: string[] = []

  const createServicesWith = (previousSecrets: string[]) => {
    const { database, clock, dataDir } = app()
    const fileStore = openFileStore({ s3: undefined, folder: dataDir })
    return createServices({ database, fileStore, clock, appSecret: NEW, previousSecrets })
  }

  beforeAll(async () => {
    await (await createMailClient(app)).save()
    await app().database.write((transaction) =>
      app().services.mail.queue(transaction, {
        kind: 'passwordReset',
        to: { name: '陈女士', email: EMAIL },
        subject: '重置',
        html: '<p>旧密钥加密的内容</p>',
      }),
    )
    await createUser(app(), { email: EMAIL })
    const headers = bearer((await signIn(app(), EMAIL)).token)
    const send = async (url: string, payload: object) =>
      (await app().server.inject({ method: 'POST', url, headers, payload })).json().data
    secret = (await send('/api/auth/two-factor', { password: PASSWORD })).secret
    const code = generateCode(secret, getTimeStep(app().clock.now()))
    recoveryCodes = (await send('/api/auth/two-factor/confirm', { code })).recoveryCodes
    // The next time step, since each code works once.
    app().clock.advance(30_000)
  })

  it('decrypts data encrypted with the previous one, and re-encrypts it once', async () => {
    const previous = testConfig().appSecret ?? ''
    const password = await readPassword(app().services)
    const rotated = createServicesWith([previous])
    expect(password).not.toBe('')
    expect(await readPassword(rotated)).toBe(password)
    const actor = {
      id: (await app().database.read.selectFrom('twoFactors').select('userId').executeTakeFirstOrThrow()).userId,
      name: '张三',
      ip: '',
    }
    expect(await rotated.identity.twoFactor.consumeCode(actor, recoveryCodes[0] ?? '')).toBe(true)

    const reencryptAll = async () => [
      await rotated.identity.twoFactor.reencryptSecrets(),
      await rotated.mail.reencryptSecrets(),
    ]
    expect(await reencryptAll()).toEqual([1, 2])
    expect(await reencryptAll()).toEqual([0, 0])

    const later = createServicesWith([])
    expect(await readPassword(later)).toBe(password)
    const code = generateCode(secret, getTimeStep(app().clock.now()))
    expect(await later.identity.twoFactor.consumeCode(actor, code)).toBe(true)
    const id = (await app().database.read.selectFrom('outbox').select('id').executeTakeFirstOrThrow()).id
    expect(await later.mail.outbox.findContent(id)).toMatchObject({ html: '<p>旧密钥加密的内容</p>' })
  })
})
