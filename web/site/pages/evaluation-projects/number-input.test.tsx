import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { NumberInput } from './number-input.tsx'

it.each([0.07, 0.29, 0.57, 0.58])('shows the share %s as a round number of percent', (share) => {
  const percent = share * 100
  expect(Number.isInteger(percent)).toBe(false)
  const html = renderToStaticMarkup(<NumberInput max={100} value={percent} onChange={() => {}} />)
  expect(html).toContain(`value="${share.toFixed(2).slice(2).replace(/^0/, '')}"`)
})
