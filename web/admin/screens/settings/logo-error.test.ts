import { expect, it } from 'vitest'
import { findLogoError } from './logo-error.ts'

const MAX_BYTES = 5 * 1024 * 1024

it.each([
  ['no file', undefined, '请先选择要上传的logo文件'],
  ['a small PNG', { type: 'image/png', size: 1 }, undefined],
  ['an SVG of the maximum size', { type: 'image/svg+xml', size: MAX_BYTES }, undefined],
  ['a WebP that is too large', { type: 'image/webp', size: MAX_BYTES + 1 }, '文件大小不能超过5MB'],
  ['a file of another type', { type: 'application/pdf', size: 1 }, '请选择JPG、PNG、GIF、SVG或WebP格式的图片文件'],
  ['a large file without a type', { type: '', size: MAX_BYTES + 1 }, '请选择JPG、PNG、GIF、SVG或WebP格式的图片文件'],
])('returns the error for %s', (_, file, message) => {
  expect(findLogoError(file)).toBe(message)
})
