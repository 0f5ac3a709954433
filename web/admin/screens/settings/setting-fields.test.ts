import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SETTINGS_PART_NAMES, SETTINGS_PARTS, type SettingsPart } from '#contracts/settings/settings.ts'
import { listSettingFields } from './setting-fields.ts'

const getBounds = (part: SettingsPart, key: string): unknown =>
  z.toJSONSchema(SETTINGS_PARTS[part], { io: 'input' }).properties?.[key]

describe.each(SETTINGS_PART_NAMES)('the form of the settings “%s”', (part) => {
  it('states the ranges of the schema in its hints', () => {
    for (const field of listSettingFields(part)) {
      const range = /(\d+)至(\d+)/.exec(field.hint)
      if (range)
        expect(getBounds(part, field.key), field.key).toMatchObject({
          minimum: Number(range[1]),
          maximum: Number(range[2]),
        })
    }
  })
})
