import { describe, expect, it } from 'vitest'
import { SETTING_LABELS, SettingsSchema } from '#contracts/settings/settings.ts'
import { changedFields, theirChanges } from './field-changes.ts'

const { general, content, security } = SettingsSchema.parse({})

describe('changedFields', () => {
  it.each([
    [{}, {}],
    [{ siteName: '智鉴' }, {}],
    [{ siteName: '明鉴', contactPhone: '' }, { siteName: '明鉴' }],
    [{ contactPhone: '1' }, { contactPhone: '1' }],
  ])('of %j is %j', (now, changed) => {
    expect(changedFields(general, now)).toEqual(changed)
  })

  it('compares lists by what they hold', () => {
    expect(changedFields(content, { allowedFileTypes: [...content.allowedFileTypes] })).toEqual({})
    expect(changedFields(content, { allowedFileTypes: ['pdf'] })).toEqual({ allowedFileTypes: ['pdf'] })
  })
})

describe('theirChanges', () => {
  it('tells what somebody else made of a field, and whether that meets an edit of mine', () => {
    const theirs = { ...general, siteName: '明鉴', contactPhone: '400' }
    expect(theirChanges(SETTING_LABELS.general, { base: general, mine: { siteName: '照鉴' }, theirs })).toEqual([
      { label: '网站名称', value: '明鉴', isMineToo: true },
      { label: '联系电话', value: '400', isMineToo: false },
    ])
  })

  it('meets no edit that came to the same', () => {
    const theirs = { ...security, enableRegistration: false }
    expect(
      theirChanges(SETTING_LABELS.security, { base: security, mine: { enableRegistration: false }, theirs }),
    ).toEqual([{ label: '开放注册', value: '关', isMineToo: false }])
  })
})
