/** An inquiry to which a vendor has handed in texts that can be searched for: in an answer, a note, a price and a file. */
import { expect } from 'vitest'
import { answeringCalls } from '#contracts/inquiries/answering-calls.ts'
import { createMultipart } from '../multipart.ts'
import type { TestApp } from '../test-app.ts'
import { createInquiryClient, createVendorClient, getVendorToken, publishInquiry } from './inquiries.ts'
import type { Caller } from './users.ts'

/** Words that only the vendor has typed: in an answer, a note, a price, a file and its name. */
export const SEALED_TEXTS = ['麒麟小组', '独角兽协议', '98765.43', '凤凰附件', '白泽证书']
/** The title of the inquiry, which isn't sealed: finding it shows that a text can be searched. */
export const OPEN_TEXT = '客服智能体征询'
export const SEALED_FILE = { name: '白泽证书.pdf', bytes: Buffer.from('%PDF-1.7\n凤凰附件\n') }

export function expectSealed(text: string): void {
  for (const sealed of SEALED_TEXTS) expect(text).not.toContain(sealed)
}

/** Publishes an inquiry, to which one vendor hands in answers with a file. */
export async function handInSealed(app: () => TestApp, owner: () => Caller, name: string) {
  const client = createInquiryClient(app, owner)
  const emails = [`${name}@a.example`, `${name}@b.example`] as const
  const id = await publishInquiry(app(), client, { emails })
  const vendor = createVendorClient(app, await getVendorToken(app(), emails[0]))
  await vendor.saveAll()
  const upload = createMultipart([{ field: 'file', name: SEALED_FILE.name, bytes: SEALED_FILE.bytes }], {
    token: vendor.token,
    question: 'proof',
  })
  const uploaded = await app().server.inject({
    method: 'POST',
    url: answeringCalls.uploadFile.path,
    headers: upload.headers,
    payload: upload.payload,
  })
  expect(uploaded.statusCode, uploaded.body).toBe(200)
  expect((await vendor.submit()).statusCode).toBe(200)
  const file: string = uploaded.json().data.id
  return { id, client, vendor, file }
}
