const MAX_STEPS = 4

/**
 * Returns the ticks of a chart's scale: from 0 in steps of 1, 2 or 5 times a power of ten, up to `max` or just above.
 */
export function getScaleTicks(max: number): number[] {
  const minStep = Math.max(1, max / MAX_STEPS)
  const power = 10 ** Math.floor(Math.log10(minStep))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= minStep) ?? minStep
  const steps = Math.max(1, Math.ceil(max / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}
