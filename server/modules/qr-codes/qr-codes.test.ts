import { beforeEach, describe, expect, it } from 'vitest'
import { fillPath } from '#contracts/paths.ts'
import { QrCodeSchema } from '#contracts/qr-codes/qr-code.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('QR codes', (app) => {
  const createCode = (title: string, more: object = {}) =>
    app().database.write((transaction) =>
      app().services.qrCodes.create(
        transaction,
        QrCodeSchema.parse({ title, qrCodeUrl: '/uploads/qrcodes/a.png', ...more }),
      ),
    )
  const scan = (id: string) => app().server.inject({ method: 'POST', url: fillPath('/api/qrcode/:id/scan', { id }) })
  const getScanCount = async (id: string) => {
    const query = app().database.read.selectFrom('qrCodes').select('scanCount').where('id', '=', id)
    return (await query.executeTakeFirstOrThrow()).scanCount
  }

  beforeEach(() => app().database.write(({ db }) => db.deleteFrom('qrCodes').execute()))

  it('returns an empty list without codes', async () => {
    const reply = await app().server.inject('/api/qrcode/active')
    expect(toResult(reply)).toEqual({ status: 200, success: true, data: [] })
  })

  it('lists active codes by order, then by age, without counts', async () => {
    await createCode('第二位，先创建', { displayOrder: 1 })
    app().clock.advance(1_000)
    await createCode('第二位，后创建', { displayOrder: 1 })
    await createCode('停用的', { isActive: false })
    const id = await createCode('第一位', {
      description: '注明企业与职务',
      contactInfo: { name: '小鉴', position: '社区运营' },
    })
    const { data } = (await app().server.inject('/api/qrcode/active')).json()
    expect(data.map(({ title }: { title: string }) => title)).toEqual(['第一位', '第二位，先创建', '第二位，后创建'])
    expect(data[0]).toEqual({
      _id: id,
      title: '第一位',
      description: '注明企业与职务',
      qrCodeUrl: '/uploads/qrcodes/a.png',
      contactInfo: { name: '小鉴', position: '社区运营' },
    })
  })

  describe('a scan', () => {
    it('is counted, even if others are sent at the same time', async () => {
      const id = await createCode('计数')
      const replies = await Promise.all(Array.from({ length: 20 }, () => scan(id)))
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
      expect(replies[0]?.json()).toEqual({ success: true })
      expect(await getScanCount(id)).toBe(20)
    })

    it("isn't counted for an inactive code", async () => {
      const id = await createCode('已停用', { isActive: false })
      const reply = await scan(id)
      expect(toResult(reply)).toEqual({ status: 404, success: false, message: '二维码不存在' })
      expect(await getScanCount(id)).toBe(0)
    })

    it.each(['nobody', 'a b', "' or 1=1 --", '二维码', '../active', 'x'.repeat(1_900)])(
      'returns 404 for the unknown code %j',
      async (id) => {
        const reply = await scan(id)
        expect(toResult(reply)).toMatchObject({ status: 404, message: '二维码不存在' })
      },
    )

    it("returns 404 for an id that can't be stored", async () => {
      expect((await scan('\0')).statusCode).toBe(404)
    })

    it('requires POST', async () => {
      const reply = await app().server.inject('/api/qrcode/nobody/scan')
      expect([404, 405]).toContain(reply.statusCode)
      expect(reply.json().success).toBe(false)
    })
  })
})
