import { expect, it } from 'vitest'
import { cspHash } from '#server/platform/sha256.ts'
import { createPagePolicy, DATA_POLICY, SECURITY_HEADERS } from './security-headers.ts'

it('requires HTTPS for a year, and forbids guessing types, sharing URLs and framing by other sites', () => {
  expect(SECURITY_HEADERS).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
})

it('lets a page run its own scripts and the inline ones that it names, and no others', () => {
  const policy = createPagePolicy(['start()']).split('; ')
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      `script-src 'self' ${cspHash('start()')}`,
      "style-src 'self'",
      "frame-ancestors 'self'",
      "base-uri 'none'",
      "object-src 'none'",
    ]),
  )
})

it('lets data run and load nothing, and be framed by nobody', () => {
  expect(DATA_POLICY.split('; ')).toEqual(
    expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", 'sandbox']),
  )
})
