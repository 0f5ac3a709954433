import { expect, it } from 'vitest'
import { findLogoError } from './logo-error.ts'

const MAX_BYTES = 5 * 1024 * 1024

it.each([
  [undefined, '请先选择要上传的logo文件'],
  [{ type: 'image/png', size: 1 }, undefined],
  [{ type: 'image/svg+xml', size: MAX_BYTES }, undefined],
  [{ type: 'image/webp', size: MAX_BYTES + 1 }, '文件大小不能超过5MB'],
  [{ type: 'application/pdf', size: 1 }, '请选择JPG、PNG、GIF、SVG或WebP格式的图片文件'],
  [{ type: '', size: MAX_BYTES + 1 }, '请选择JPG、PNG、GIF、SVG或WebP格式的图片文件'],
])('returns the error for %j: %j', (file, message) => {
  expect(findLogoError(file)).toBe(message)
})
