import { Form } from 'antd'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { AttributeType } from '#contracts/facts/vocabulary.ts'
import { AttributeFields } from './attribute-fields.tsx'

const listRequiredLabels = (type: AttributeType): string[] => {
  const markup = renderToStaticMarkup(
    <Form initialValues={{ type }} requiredMark>
      <AttributeFields isNew productCount={0} groups={[]} categories={[]} onChange={() => undefined} />
    </Form>,
  )
  return [...markup.matchAll(/ant-form-item-required"[^>]* title="([^"]*)"/g)].flatMap(([, label]) => label ?? [])
}

it('marks the fields that an attribute requires', () => {
  expect(listRequiredLabels('yesNo')).toEqual(['名称', '键', '分组', '类型', '目录'])
})
