import { expect, it } from 'vitest'
import { findLogoError } from './logo-error.ts'

const LARGEST = 5_242_880

it.each([
  [undefined, '请先选择要上传的logo文件'],
  [{ type: 'image/png', size: 1 }, undefined],
  [{ type: 'image/svg+xml', size: LARGEST }, undefined],
  [{ type: 'image/webp', size: LARGEST + 1 }, '文件大小不能超过5MB'],
  [{ type: 'application/pdf', size: 1 }, '请选择JPG、PNG、GIF、SVG或WebP格式的图片文件'],
  [{ type: '', size: LARGEST + 1 }, '请选择JPG、PNG、GIF、SVG或WebP格式的图片文件'],
])('returns the error for %j: %j', (file, reason) => {
  expect(findLogoError(file)).toBe(reason)
})
