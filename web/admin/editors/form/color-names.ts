import type { Color } from '#contracts/vocabulary.ts'

export const COLOR_LABELS: Record<Color, string> = {
  blue: '蓝',
  green: '绿',
  purple: '紫',
  orange: '橙',
  red: '红',
  yellow: '黄',
  gray: '灰',
}
