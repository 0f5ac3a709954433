import { expect, it } from 'vitest'
import { listMissingFiles } from './list-missing-files.ts'

const hasFile = async (path: string) => path === '/uploads/logos/here.webp'

it('lists the files that only the imported document mentions and that do not exist', async () => {
  const before = { members: [{ avatar: '/uploads/avatars/known.webp' }] }
  const after = {
    members: [{ avatar: '/uploads/avatars/known.webp' }, { avatar: '/uploads/avatars/lost.webp' }, { avatar: '张' }],
    products: [{ logoUrl: '/uploads/logos/here.webp' }, { logoUrl: '/uploads/avatars/lost.webp' }],
    link: 'https://example.com/uploads/other.png',
  }
  expect(await listMissingFiles(before, after, hasFile)).toEqual(['/uploads/avatars/lost.webp'])
})

it('requests a limited number of files', async () => {
  const requested: string[] = []
  const files = Array.from({ length: 250 }, (_, index) => `/uploads/logos/${index}.webp`)
  await listMissingFiles({}, { files }, async (path) => {
    requested.push(path)
    return true
  })
  expect(requested).toHaveLength(100)
})
