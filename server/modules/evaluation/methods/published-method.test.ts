import { expect, it } from 'vitest'
import { EvaluationSchema } from '#contracts/documents/evaluation.ts'
import { getMethod } from './method.ts'
import { withPublishedMethod } from './published-method.ts'

const createDocument = (title: string) =>
  EvaluationSchema.parse({
    evaluationStandards: {
      title,
      groups: [
        {
          key: 'tech',
          title: `${title}技术`,
          percentage: 100,
          color: 'green',
          criteria: [
            { key: 't1', title: `${title}准确性`, percentage: 100, items: ['实测'], isRequired: true, minimum: 70 },
            { key: 't2', title: `${title}说明`, percentage: 0 },
          ],
        },
        { key: 'more', title: `${title}其他`, percentage: 0 },
      ],
      profiles: [{ key: 'p', title: '客服', weights: [{ criterion: `${title}准确性`, percentage: 100 }] }],
    },
  })

it('shows a document as it is if its method is the published one', () => {
  const document = createDocument('新')
  expect(withPublishedMethod(document, getMethod(document))).toEqual(document)
})

it('shows the published groups, criteria and profiles, and the saved texts around them', () => {
  const { evaluationStandards } = withPublishedMethod(createDocument('新'), getMethod(createDocument('旧')))
  expect(evaluationStandards).toMatchObject({
    title: '新',
    groups: [
      {
        title: '旧技术',
        color: 'green',
        criteria: [{ title: '旧准确性', percentage: 100, items: ['实测'], minimum: 70 }, { title: '新说明' }],
      },
      { title: '新其他' },
    ],
    profiles: [{ weights: [{ criterion: '旧准确性', percentage: 100 }] }],
  })
})

it('shows the published weights and thresholds of the tool, and its saved texts', () => {
  const createTool = (title: string, tech: number, strong: number) =>
    EvaluationSchema.parse({ evaluationTool: { title, weights: { tech }, thresholds: { strong } } })
  const { evaluationTool } = withPublishedMethod(createTool('新', 60, 95), getMethod(createTool('旧', 50, 92)))
  expect(evaluationTool).toMatchObject({
    title: '新',
    weights: { tech: 50, business: 35, market: 25 },
    thresholds: { strong: 92, recommend: 80, cautious: 70 },
  })
})

it('hides a draft whose method was never published', () => {
  const empty = EvaluationSchema.parse({})
  expect(withPublishedMethod(createDocument('新'), getMethod(empty)).evaluationStandards.groups).toMatchObject([
    { title: '新其他' },
  ])
})
