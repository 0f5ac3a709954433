import { expect, it } from 'vitest'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { readImportFile } from './read-import-file.ts'

const read = (content: string | Uint8Array<ArrayBuffer>, name = 'home.json') =>
  readImportFile(new File([content], name))
const withBytes = (bytes: readonly number[]) =>
  new Uint8Array([...Buffer.from('{"title":"'), ...bytes, ...Buffer.from('"}')])

it.each([
  ['UTF-8', '{"title":"智鉴"}'],
  ['UTF-8 with a byte order mark', '\ufeff{"title":"智鉴"}'],
  ['UTF-16 with a byte order mark', new Uint8Array(Buffer.from('\ufeff{"title":"智鉴"}', 'utf16le'))],
  ['GB 18030', withBytes([0xd6, 0xc7, 0xbc, 0xf8])],
])('reads a document in %s', async (_, content) => {
  expect(await read(content)).toEqual({ document: { title: '智鉴' } })
})

it.each([
  ['an empty file', ''],
  ['invalid JSON', '{"title":'],
  ['bytes in no known encoding', withBytes([0xff, 0xff])],
])('rejects %s as malformed', async (_, content) => {
  expect(await read(content)).toEqual({ failure: ADMIN_MESSAGES.importMalformed })
})

it('rejects a file of another type as malformed', async () => {
  expect(await read('{}', 'home.txt')).toEqual({ failure: ADMIN_MESSAGES.importMalformed })
})

it('rejects a list as no document', async () => {
  expect(await read('[{"name":"智能客服"}]')).toEqual({ failure: ADMIN_MESSAGES.importUnrecognised })
})
