import { beforeAll, beforeEach, expect, it } from 'vitest'
import { enableMail } from '#testing/factories/mail.ts'
import { createImportClient } from '#testing/factories/product-imports.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const BEFORE = 'before@example.com'
const URL = '/api/products-content'
const AFTER = 'after@example.com'

onEveryDatabase('mails about changed contacts', (app) => {
  let editor: Caller
  let name: string
  let id: string
  let productNumber = 0
  const imports = createImportClient(app, () => editor, 'agent')

  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    await enableMail(app())
  })
  beforeEach(async () => {
    productNumber += 1
    name = `联系产品${productNumber}`
    const [createdId = ''] = await createProducts(app(), 'agent', [{ name, contactEmail: BEFORE }])
    id = createdId
  })

  const listMails = async () =>
    (await listOutbox(app()))
      .filter(({ kind, subject }) => kind === 'vendorContactChanged' && subject.endsWith(name))
      .map(({ to, subject }) => `${to} ${subject.replace(name, '')}`)
      .sort()
  const TO_BOTH = [`${AFTER} 您的邮箱现在代表`, `${BEFORE} 您的邮箱不再代表`]
  const TO_BOTH_REVERSED = [`${AFTER} 您的邮箱不再代表`, `${BEFORE} 您的邮箱现在代表`]

  it('go to both addresses when a document is saved', async () => {
    const headers = editor.headers
    const { data } = (await app().server.inject({ url: URL, headers })).json()
    const products = data.products.map((product: { id: string }) =>
      product.id === id ? { ...product, contactEmail: AFTER } : product,
    )
    const reply = await app().server.inject({ method: 'PUT', url: URL, headers, payload: { ...data, products } })
    expect(toResult(reply)).toMatchObject({ status: 200 })
    expect(await listMails()).toEqual(TO_BOTH)
  })

  it('go to both addresses when a table is imported, and when the import is undone', async () => {
    const { id: importId } = await imports.importFile(`名称,联系邮箱\n${name},${AFTER}\n`)
    expect(await listMails()).toEqual(TO_BOTH)
    expect(await imports.undo(importId)).toMatchObject({ undo: { restored: 1 } })
    expect(await listMails()).toEqual([...TO_BOTH, ...TO_BOTH_REVERSED].sort())
  })

  it('stay away for another case of letters, other columns and new products', async () => {
    await imports.importFile(`名称,联系邮箱\n${name},${BEFORE.toUpperCase()}\n`)
    await imports.importFile(`名称,标语\n${name},新标语\n`)
    await imports.importFile(`名称,联系邮箱\n新${name},${AFTER}\n`)
    expect(await listMails()).toEqual([])
  })
})
