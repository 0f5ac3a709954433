import type { PublishedGroup } from '#contracts/published-evaluations/published-evaluation.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import type { RadarAxis } from '../../../components/radar.tsx'

/** Returns the axes of a radar chart of scored groups, with their scores as the table beside it shows them. */
export const listGroupAxes = (groups: readonly Pick<PublishedGroup, 'title' | 'score'>[]): RadarAxis[] =>
  groups.flatMap(({ title, score }) => (score === null ? [] : [{ label: title, value: Number(formatNumber(score)) }]))
