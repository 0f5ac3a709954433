import { Form } from 'antd'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MoveButtons } from './move-buttons.tsx'

const renderInForm = (isDisabled: boolean, isFirst: boolean): string =>
  renderToStaticMarkup(
    <Form disabled={isDisabled}>
      <MoveButtons name="第1个选项" isFirst={isFirst} isLast={false} onMove={() => undefined} />
    </Form>,
  )

it.each([
  ['none in the middle of a list', false, false, 0],
  ['one at the start of a list', false, true, 1],
  ['both in a disabled form', true, false, 2],
])('disables %s', (_, isDisabled, isFirst, count) => {
  expect(renderInForm(isDisabled, isFirst).match(/ disabled=""/g) ?? []).toHaveLength(count)
})
