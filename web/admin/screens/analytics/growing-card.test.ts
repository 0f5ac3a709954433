import { describe, expect, it } from 'vitest'
import { describeGrowth } from './growing-card.tsx'

describe('describeGrowth', () => {
  it.each([
    [{ value: 112, before: 100, growth: 0.12 }, 'up', ['比上一时段', '增加12（12.0%）']],
    [{ value: 88, before: 100, growth: -0.12 }, 'down', ['比上一时段', '减少12（12.0%）']],
    [{ value: 0, before: 0, growth: null }, 'same', ['与上一时段', '持平']],
    [{ value: 5, before: 5, growth: 0 }, 'same', ['与上一时段', '持平']],
    [{ value: 1_234, before: 0, growth: null }, 'up', ['比上一时段', '增加1,234']],
    [{ value: 0, before: 7, growth: -1 }, 'down', ['比上一时段', '减少7（100.0%）']],
  ] as const)('describes %j as %s: %j', (figure, direction, texts) => {
    expect(describeGrowth(figure, '上一时段')).toEqual({ direction, texts })
  })
})
