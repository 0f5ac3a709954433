import { describe, expect, it } from 'vitest'
import { findImageError } from './check-image.ts'

const MB = 1024 * 1024

describe('findImageError', () => {
  it.each<[string, number, 'image' | 'product-logo', string | undefined]>([
    ['image/png', 5 * MB, 'image', undefined],
    ['image/webp', 1, 'image', undefined],
    ['image/gif', 5 * MB + 1, 'image', '文件大小不能超过5MB'],
    ['image/svg+xml', 1, 'image', '请选择JPG、PNG、GIF或WebP格式的图片文件'],
    ['', 1, 'image', '请选择JPG、PNG、GIF或WebP格式的图片文件'],
    ['image/png', 2 * MB, 'product-logo', undefined],
    ['image/png', 2 * MB + 1, 'product-logo', '图片文件大小不能超过2MB'],
    ['application/pdf', 1, 'product-logo', '请选择图片文件'],
  ])('returns the error for %s of %i bytes, uploaded as %s: %s', (type, size, purpose, error) => {
    expect(findImageError({ type, size }, purpose)).toBe(error)
  })
})
