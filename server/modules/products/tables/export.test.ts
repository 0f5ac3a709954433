import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { TABLE_FORMATS, type TableFormat } from '#contracts/table.ts'
import { createTableClient } from '#testing/factories/product-tables.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

/** More products than one query reads. */
const PRODUCT_COUNT = 120

onEveryDatabase('product export', (app) => {
  let editor: Caller
  let port = 0
  const { dryRun, exportTable } = createTableClient(app, () => editor, 'agent')

  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    const texts = { detailedDescription: `<p>${'长'.repeat(2_000)}</p>` }
    const products = Array.from({ length: PRODUCT_COUNT }, (_, index) => ({ name: `产品${index + 1}`, ...texts }))
    await createProducts(app(), 'agent', products)
    await app().server.listen({ port: 0, host: '127.0.0.1' })
    port = (app().server.server.address() as AddressInfo).port
  })

  /** Downloads like a browser. Returns the received bytes, and whether the download completed. */
  const download = (format: TableFormat, { abortAfterBytes = Number.POSITIVE_INFINITY } = {}) =>
    new Promise<{ status: number; bytes: number; isComplete: boolean }>((resolve, reject) => {
      const path = `${fillPath(catalogueCalls.export.path, { catalogue: 'agent' })}?format=${format}`
      const call = request({ host: '127.0.0.1', port, path, headers: editor.headers }, (reply) => {
        let bytes = 0
        reply.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > abortAfterBytes) reply.destroy()
        })
        reply.on('error', () => {})
        reply.on('close', () => resolve({ status: reply.statusCode ?? 0, bytes, isComplete: reply.complete }))
      })
      call.on('error', reject)
      call.end()
    })

  it('contains every product of every page, in the catalogue’s order', async () => {
    const rows: { name: string }[] = (await exportTable('json')).json()
    expect(rows.map(({ name }) => name)).toEqual(
      Array.from({ length: PRODUCT_COUNT }, (_, index) => `产品${index + 1}`),
    )
  })

  it('closes its database snapshot if the client disconnects', async () => {
    const close = vi.fn()
    const openSnapshot = vi.spyOn(app().database, 'openSnapshot').mockImplementation(async () => ({
      read: app().database.read,
      close: async () => close(),
    }))
    onTestFinished(() => openSnapshot.mockRestore())
    expect(await download('csv', { abortAfterBytes: 1_000 })).toMatchObject({ isComplete: false })
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('cuts a text too long for an Excel cell, which an import then leaves as it is', async () => {
    const productWithLongText = { name: '过长', detailedDescription: `<p>${'长'.repeat(40_000)}</p>` }
    const [id = ''] = await createProducts(app(), 'agent', [productWithLongText])
    const reply = await exportTable('xlsx')
    expect(reply.statusCode).toBe(200)
    const { rows } = await dryRun(reply.rawPayload)
    expect(rows.find(({ name }) => name === '过长')).toMatchObject({ action: 'unchanged', reasons: [] })
    await app().database.write(({ db }) => db.deleteFrom('products').where('id', '=', id).execute())
  })

  describe('if reading fails midway', () => {
    let brokenId = ''
    beforeAll(async () => {
      const [id = ''] = await createProducts(app(), 'agent', [{ name: '读不出来的' }])
      brokenId = id
      await app().database.write(({ db }) =>
        db.updateTable('products').set({ detailsJson: '{' }).where('id', '=', id).execute(),
      )
    })
    afterAll(() => app().database.write(({ db }) => db.deleteFrom('products').where('id', '=', brokenId).execute()))

    it.each(TABLE_FORMATS)('aborts the download instead of completing a truncated file (%s)', async (format) => {
      const { status, isComplete } = await download(format)
      expect(status === 200 && isComplete).toBe(false)
    })
  })
})
