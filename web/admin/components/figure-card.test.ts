import { describe, expect, it } from 'vitest'
import { describeGrowth } from './figure-card.tsx'

describe('describeGrowth', () => {
  it.each([
    ['growth', { value: 112, before: 100 }, 'up', ['比上一时段', '增加12（12.0%）']],
    ['a decline', { value: 88, before: 100 }, 'down', ['比上一时段', '减少12（12.0%）']],
    ['nothing in both periods', { value: 0, before: 0 }, 'same', ['与上一时段', '持平']],
    ['the same value', { value: 5, before: 5 }, 'same', ['与上一时段', '持平']],
    ['growth from nothing', { value: 1_234, before: 0 }, 'up', ['比上一时段', '增加1,234']],
    ['a decline to nothing', { value: 0, before: 7 }, 'down', ['比上一时段', '减少7']],
  ] as const)('describes %s', (_, figure, direction, texts) => {
    expect(describeGrowth(figure, '上一时段')).toEqual({ direction, texts })
  })
})
